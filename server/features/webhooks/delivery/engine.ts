import { statement } from '../../../platform/database/statement.ts';
import type { Announced } from '../../../platform/events/announcements.ts';
import type { EventCatalog } from '../../../platform/events/event-catalog.ts';
import type { Engine, EngineContext, RunningEngine } from '../../../platform/tasks/engine.ts';
import { shardOf } from '../../../platform/tasks/shards.ts';
import { WEBHOOKS_FOLLOWER } from './fan-out.ts';
import { HostLimits } from './host-limits.ts';
import { OrganizationDispatcher } from './organization-dispatcher.ts';

/** Announcements are only hints, and retries become due without one. */
const POLL_MS = 1_000;
/** The same after nothing has happened for a while. The shortest delay of a retry is longer, so none is found late. */
const QUIET_POLL_MS = 4_000;
const QUIET_AFTER_MS = 10_000;

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
  /** Followed organizations where the last query found no endpoint to send to: all are disabled or deleted. */
  readonly #withoutReceivers = new Set<string>();
  readonly #hosts = new HostLimits();
  #polling: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** When something was last announced or due. */
  #busyAt = Date.now();
  #stopped = false;
  #stopListening: () => void = () => {};
  #leave: () => Promise<void> = async () => {};

  constructor(context: EngineContext, eventTypes: EventCatalog) {
    this.#context = context;
    this.#eventTypes = eventTypes;
  }

  start(): void {
    const { announcements, database, shards } = this.#context;
    const ignoreAnnouncements = announcements.listen({
      announced: (announced) => this.#announced(announced),
      reconnected: () => this.#pollOnce(),
    });
    const ignoreClock = database.clock.onChange?.(() => this.#stayAwake());
    this.#stopListening = () => {
      ignoreAnnouncements();
      ignoreClock?.();
    };
    this.#leave = shards.join({
      acquired: () => this.#pollOnce(),
      lost: () => {
        for (const dispatcher of this.#dispatchers.values()) dispatcher.dropWaiting();
      },
      drain: (shard) => this.#drain(shard),
    });
    this.#pollIn(POLL_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#stopListening();
    await this.#polling;
    await this.#leave();
  }

  /** Most organizations may never have had an endpoint: their log is not followed. */
  #announced(announced: readonly Announced[]): void {
    for (const { organizationId, followers } of announced) {
      if (!followers.includes(WEBHOOKS_FOLLOWER.name)) continue;
      if (!this.#context.shards.owns(organizationId)) continue;
      this.#stayAwake();
      // The poll finds an endpoint that is enabled again within a second.
      if (!this.#withoutReceivers.has(organizationId)) this.#serve(organizationId);
    }
  }

  /** The next poll is not put off if it comes soon anyway. */
  #stayAwake(): void {
    const wasQuiet = this.#isQuiet;
    this.#busyAt = Date.now();
    if (wasQuiet) this.#pollIn(POLL_MS);
  }

  get #isQuiet(): boolean {
    return Date.now() - this.#busyAt > QUIET_AFTER_MS;
  }

  #pollIn(ms: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pollOnce(), ms);
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
        this.#pollIn(this.#isQuiet ? QUIET_POLL_MS : POLL_MS);
      });
  }

  async #poll(): Promise<void> {
    this.#forgetIdle();
    const { database } = this.#context;
    const { owned } = this.#context.shards;
    if (owned.length === 0) return;
    const aheadMs = this.#isQuiet ? QUIET_POLL_MS : 0;
    const due = await database.withoutTenant<{ organization_id: string }>(organizationsDue, [
      new Date(database.clock.now().getTime() + aheadMs),
      owned,
    ]);
    if (due.length > 0) this.#busyAt = Date.now();
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
