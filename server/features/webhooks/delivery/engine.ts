import { statement } from '../../../platform/database/statement.ts';
import type { Engine } from '../../../platform/tasks/engine.ts';
import { Shards, shardOf } from '../../../platform/tasks/shards.ts';
import { Desk } from './desk.ts';

/** Announcements are hints, and retries fall due without one. */
const POLL_MS = 1_000;

/** Sends events to webhook endpoints: those of the organizations that fall to this process. */
export const deliverWebhooks: Engine = {
  name: 'deliver-webhooks',
  async start(context) {
    const { database, announcements, connection, log } = context;
    const desks = new Map<string, Desk>();
    /** Where the last look found no endpoint to send to: most organizations may have none. */
    const withoutReceivers = new Set<string>();

    const serve = (organizationId: string) => {
      if (!shards.owns(organizationId)) return;
      let desk = desks.get(organizationId);
      if (!desk) {
        desk = new Desk(context, organizationId, () => shards.owns(organizationId));
        desks.set(organizationId, desk);
      }
      desk.kick();
    };

    let polling: Promise<void> | null = null;
    const poll = async () => {
      for (const [id, desk] of desks) {
        if (!desk.isIdle) continue;
        desks.delete(id);
        if (!desk.hasReceivers) withoutReceivers.add(id);
      }
      const shardsOwned = shards.owned;
      if (shardsOwned.length === 0) return;
      const due = await database.withoutTenant<{ organization_id: string }>(organizationsDue, [
        database.clock.now(),
        shardsOwned,
      ]);
      for (const { organization_id: id } of due) {
        withoutReceivers.delete(id);
        serve(id);
      }
    };
    const pollOnce = () => {
      polling ??= poll()
        .catch((error) => log.error({ err: error }, 'could not look for webhooks that are due'))
        .finally(() => {
          polling = null;
        });
    };

    const shards = new Shards({
      connection,
      name: 'webhooks',
      log,
      taken: pollOnce,
      lost() {
        for (const desk of desks.values()) desk.dropWaiting();
      },
      async drain(shard) {
        const ofShard = [...desks.values()].filter(
          (desk) => shardOf(desk.organizationId) === shard,
        );
        await Promise.all(ofShard.map((desk) => desk.close()));
        for (const { organizationId } of ofShard) desks.delete(organizationId);
      },
    });
    const stopListening = announcements.listen({
      announced(organizationIds) {
        // Its first endpoint is found by the poll, within a second.
        for (const id of organizationIds) if (!withoutReceivers.has(id)) serve(id);
      },
      reconnected: pollOnce,
    });
    await shards.start();
    const timer = setInterval(pollOnce, POLL_MS);

    return {
      async stop() {
        clearInterval(timer);
        stopListening();
        await shards.stop();
        await polling;
      },
    };
  },
};

const organizationsDue = statement(
  'webhook_organizations_due',
  'select * from webhook_organizations_due($1, $2) as organization_id',
);
