import { statement } from '../../../platform/database/statement.ts';
import type { Engine } from '../../../platform/tasks/engine.ts';
import { Shards, shardOf } from '../../../platform/tasks/shards.ts';
import { OrganizationDispatcher } from './organization-dispatcher.ts';

/** Announcements are hints, and retries fall due without one. */
const POLL_MS = 1_000;

/** Sends events to webhook endpoints: those of the organizations that fall to this process. */
export const deliverWebhooks: Engine = {
  name: 'deliver-webhooks',
  async start(context) {
    const { database, announcements, connection, log } = context;
    const dispatchers = new Map<string, OrganizationDispatcher>();
    /** Where the last look found no endpoint to send to: most organizations may have none. */
    const withoutReceivers = new Set<string>();

    const serve = (organizationId: string) => {
      if (!shards.owns(organizationId)) return;
      let dispatcher = dispatchers.get(organizationId);
      if (!dispatcher) {
        dispatcher = new OrganizationDispatcher(context, organizationId, () =>
          shards.owns(organizationId),
        );
        dispatchers.set(organizationId, dispatcher);
      }
      dispatcher.kick();
    };

    let polling: Promise<void> | null = null;
    const poll = async () => {
      for (const [id, dispatcher] of dispatchers) {
        if (!dispatcher.isIdle) continue;
        dispatchers.delete(id);
        if (!dispatcher.hasReceivers) withoutReceivers.add(id);
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
        for (const dispatcher of dispatchers.values()) dispatcher.dropWaiting();
      },
      async drain(shard) {
        const ofShard = [...dispatchers.values()].filter(
          (dispatcher) => shardOf(dispatcher.organizationId) === shard,
        );
        await Promise.all(ofShard.map((dispatcher) => dispatcher.close()));
        for (const { organizationId } of ofShard) dispatchers.delete(organizationId);
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
