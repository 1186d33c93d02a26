import { statement } from '../../../platform/database/statement.ts';
import type { EventCatalog } from '../../../platform/events/event-catalog.ts';
import type { Engine, EngineContext, RunningEngine } from '../../../platform/tasks/engine.ts';
import { shardOf } from '../../../platform/tasks/shards.ts';
import { HostLimits } from './host-limits.ts';
import { OrganizationDispatcher } from './organization-dispatcher.ts';

/** Announcements are only hints, and retries become due without one. */
const POLL_MS = 1_000;

/** Sends events to the webhook endpoints of the organizations assigned to this process. */
export function deliverWebhooks(eventTypes: EventCatalog): Engine {
  return {
    name: 'deliver-webhooks',
    async start(context) {
      const engine = new DeliveryEngine(context, eventTypes);
      engine.start();
      return engine;
    },
  };
}

class DeliveryEngine implements RunningEngine {
  readonly #context: EngineContext;
  readonly #eventTypes: EventCatalog;
  readonly #dispatchers = new Map<string, OrganizationDispatcher>();
  /** Organizations where the last query found no endpoint to send to: most may have none. */
  readonly #withoutReceivers = new Set<string>();
  readonly #hosts = new HostLimits();
  #polling: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: () => void = () => {};
  #leave: () => Promise<void> = async () => {};

  constructor(context: EngineContext, eventTypes: EventCatalog) {
    this.#context = context;
    this.#eventTypes = eventTypes;
  }

  start(): void {
    this.#stopListening = this.#context.announcements.listen({
      announced: (organizationIds) => {
        // The poll finds an organization's first endpoint within a second.
        for (const id of organizationIds) if (!this.#withoutReceivers.has(id)) this.#serve(id);
      },
      reconnected: () => this.#pollOnce(),
    });
    this.#leave = this.#context.shards.join({
      acquired: () => this.#pollOnce(),
      lost: () => {
        for (const dispatcher of this.#dispatchers.values()) dispatcher.dropWaiting();
      },
      drain: (shard) => this.#drain(shard),
    });
    this.#timer = setInterval(() => this.#pollOnce(), POLL_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    await this.#polling;
    await this.#leave();
  }

  #serve(organizationId: string): void {
    if (!this.#context.shards.owns(organizationId)) return;
    let dispatcher = this.#dispatchers.get(organizationId);
    if (!dispatcher) {
      const isOurs = () => this.#context.shards.owns(organizationId);
      const context = { ...this.#context, hosts: this.#hosts };
      dispatcher = new OrganizationDispatcher(context, this.#eventTypes, organizationId, isOurs);
      this.#dispatchers.set(organizationId, dispatcher);
    }
    dispatcher.kick();
  }

  #pollOnce(): void {
    const { log } = this.#context;
    this.#polling ??= this.#poll()
      .catch((error) => log.error({ err: error }, 'could not query due webhook deliveries'))
      .finally(() => {
        this.#polling = null;
      });
  }

  async #poll(): Promise<void> {
    this.#forgetIdle();
    const { database } = this.#context;
    const { owned } = this.#context.shards;
    if (owned.length === 0) return;
    const due = await database.withoutTenant<{ organization_id: string }>(organizationsDue, [
      database.clock.now(),
      owned,
    ]);
    for (const { organization_id: id } of due) {
      this.#withoutReceivers.delete(id);
      this.#serve(id);
    }
  }

  #forgetIdle(): void {
    for (const [id, dispatcher] of this.#dispatchers) {
      if (!dispatcher.isIdle) continue;
      this.#dispatchers.delete(id);
      if (!dispatcher.hasReceivers) this.#withoutReceivers.add(id);
    }
  }

  async #drain(shard: number): Promise<void> {
    const dispatchers = [...this.#dispatchers.values()].filter(
      ({ organizationId }) => shardOf(organizationId) === shard,
    );
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.close()));
    for (const { organizationId } of dispatchers) this.#dispatchers.delete(organizationId);
  }
}

const organizationsDue = statement(
  'webhook_organizations_due',
  'select * from webhook_organizations_due($1, $2) as organization_id',
);
