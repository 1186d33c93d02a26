import { setTimeout as sleep } from 'node:timers/promises';
import { toPublicId } from '../../../domain/ids.ts';
import type { EventCatalog } from '../../../platform/events/event-catalog.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { advanceReplay } from './advance-replay.ts';
import { EndpointSender } from './endpoint-sender.ts';
import type { HostLimits } from './host-limits.ts';
import { logFields, OutcomeWriter } from './outcome-writer.ts';
import { type Attempted, DELIVERING } from './outcomes.ts';
import { type DueDelivery, findDue, findReceivers, type Receiver } from './queries.ts';
import { Signers } from './signers.ts';

const INITIAL_ROOM = 16;
/** After a database failure. */
const PAUSE_MS = 500;
/** How long stopping waits for requests in flight. The next process sends the aborted ones again. */
const DRAIN_MS = 5_000;
const QUIET_MS = 10_000;

/** All organizations of the process share the places of a host. */
type DispatcherContext = TaskContext & { hosts: HostLimits };

/** Serves the endpoints of one organization: finds due deliveries, has them sent, records the outcomes. */
export class OrganizationDispatcher {
  readonly organizationId: string;
  readonly #context: DispatcherContext;
  readonly #eventTypes: EventCatalog;
  readonly #isOurs: () => boolean;
  readonly #senders = new Map<string, EndpointSender>();
  /** Found and not yet recorded: in the database they still look due. */
  readonly #inFlight = new Set<string>();
  /** Recorded since the current query started, which may still return them as due. */
  readonly #justRecorded = new Set<string>();
  readonly #ending = new AbortController();
  readonly #writer: OutcomeWriter;
  /** The replay steps that are running, by endpoint. */
  readonly #replaying = new Map<string, Promise<void>>();
  #querying: Promise<void> | null = null;
  #busyAt = performance.now();
  #queryAgain = false;
  #closed = false;
  /** Whether the organization has an enabled endpoint; true until the first query. */
  hasReceivers = true;

  constructor(
    context: DispatcherContext,
    eventTypes: EventCatalog,
    organizationId: string,
    isOurs: () => boolean,
  ) {
    this.#context = context;
    this.#eventTypes = eventTypes;
    this.organizationId = organizationId;
    this.#isOurs = isOurs;
    this.#writer = new OutcomeWriter(context, organizationId, {
      signal: this.#ending.signal,
      onWritten: (batch) => this.#settle(batch),
      onDisabled: () => this.kick(),
    });
  }

  /**
   * Nothing has been in flight for a while, so its record of request rates is no longer needed. Without receivers there
   * is no such record: an organization that only has events must not be queried for each of them.
   */
  get isIdle(): boolean {
    const isQuiet =
      this.#querying === null && this.#replaying.size === 0 && !this.#writer.isWriting;
    const quietMs = this.hasReceivers ? QUIET_MS : 0;
    return isQuiet && this.#inFlight.size === 0 && performance.now() - this.#busyAt > quietMs;
  }

  /** Something may be due. */
  kick(): void {
    this.#busyAt = performance.now();
    this.#queryAgain = true;
    this.#querying ??= this.#query().finally(() => {
      this.#querying = null;
      if (this.#queryAgain && this.#isOpen) this.kick();
    });
  }

  /** A query that is under way fills the senders, and another one follows if it did not. */
  #fetchMore(): void {
    if (this.#querying === null) this.kick();
  }

  get #isOpen(): boolean {
    return !this.#closed && this.#isOurs();
  }

  /** Deliveries that have not started stay due for the process that serves the organization next. */
  dropWaiting(): void {
    for (const sender of this.#senders.values()) this.#forget(sender.dropWaiting());
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.dropWaiting();
    const ended = async () => {
      await Promise.all([this.#querying, ...this.#replaying.values()]);
      while (this.#inFlight.size > 0) await (this.#writer.written ?? sleep(20));
    };
    const timer = setTimeout(() => this.#ending.abort(), DRAIN_MS);
    await Promise.race([ended(), sleep(DRAIN_MS + PAUSE_MS, undefined, { ref: false })]);
    clearTimeout(timer);
  }

  async #query(): Promise<void> {
    while (this.#queryAgain && this.#isOpen) {
      this.#queryAgain = false;
      try {
        await this.#queryOnce();
        if (this.#senders.values().some((sender) => sender.needsMore)) this.#queryAgain = true;
      } catch (error) {
        this.#context.log.error(
          { err: error, organization_id: toPublicId('organization', this.organizationId) },
          'could not query due webhook deliveries; trying again soon',
        );
        await sleep(PAUSE_MS);
        this.#queryAgain = true;
      }
    }
  }

  async #queryOnce(): Promise<void> {
    this.#justRecorded.clear();
    const asked = new Map([...this.#senders].map(([id, sender]) => [id, sender.room]));
    const { receivers, due } = await this.#findWork(asked);
    if (this.#closed) return;
    this.hasReceivers = receivers.length > 0;
    this.#serve(receivers);
    for (const [id, deliveries] of Map.groupBy(due, (one) => one.webhook_endpoint_id)) {
      const sender = this.#senders.get(id);
      if (!sender) continue;
      const fresh = deliveries.filter(({ delivery_id: one }) => this.#isFresh(one));
      for (const { delivery_id: one } of fresh) this.#inFlight.add(one);
      sender.mayHaveMore = deliveries.length >= (asked.get(id) ?? INITIAL_ROOM);
      sender.accept(fresh);
    }
    for (const [id, sender] of this.#senders) {
      const found = due.some((one) => one.webhook_endpoint_id === id);
      if (!found && asked.get(id) !== 0) sender.mayHaveMore = false;
      // Live events go first.
      if (sender.isDrained && sender.receiver.has_replay && sender.room > 0) this.#replay(id);
    }
  }

  async #findWork(
    room: ReadonlyMap<string, number>,
  ): Promise<{ receivers: Receiver[]; due: DueDelivery[] }> {
    const { database } = this.#context;
    const as = { organizationId: this.organizationId, actor: DELIVERING, readOnly: true };
    return database.transaction(as, async (tx) => {
      const inFlight = [...this.#inFlight];
      const found = [
        findReceivers(tx),
        findDue(tx, { room, defaultRoom: INITIAL_ROOM, inFlight }),
      ] as const;
      await tx.commit();
      const [receivers, due] = await Promise.all(found);
      return { receivers, due };
    });
  }

  #isFresh(deliveryId: string): boolean {
    return !this.#inFlight.has(deliveryId) && !this.#justRecorded.has(deliveryId);
  }

  /** Updates the senders to the current endpoints. Deliveries waiting for an endpoint that was disabled stay due. */
  #serve(receivers: readonly Receiver[]): void {
    const byId = new Map(receivers.map((one) => [one.webhook_endpoint_id, one]));
    for (const [id, sender] of this.#senders) {
      if (byId.has(id)) continue;
      this.#forget(sender.dropWaiting());
      sender.mayHaveMore = false;
      if (sender.isIdle) this.#senders.delete(id);
    }
    for (const [id, receiver] of byId) {
      const sender = this.#senders.get(id);
      if (sender) sender.receiver = receiver;
      else this.#senders.set(id, this.#newSender(receiver));
    }
  }

  #newSender(receiver: Receiver): EndpointSender {
    const { database, outbound, secrets, metrics, hosts } = this.#context;
    return new EndpointSender(
      {
        outbound,
        eventTypes: this.#eventTypes,
        signers: new Signers(secrets),
        now: () => database.clock.now(),
        signal: this.#ending.signal,
        mayStart: () => this.#isOpen,
        takePlace: (host, resume) => hosts.tryStart(host, this.organizationId, resume),
        givePlaceBack: (host) => hosts.end(host, this.organizationId),
        onStart: ({ attempts, replay_id, occurred_at }, at) => {
          if (attempts > 0 || replay_id !== null) return;
          metrics.webhookLateness.observe((at.getTime() - occurred_at.getTime()) / 1000);
        },
        onAttempted: (one) => this.#writer.add(one),
        onCanceled: (delivery) => this.#forget([delivery]),
        onCapacity: () => this.#fetchMore(),
      },
      receiver,
    );
  }

  #forget(deliveries: readonly DueDelivery[]): void {
    for (const { delivery_id: id } of deliveries) this.#inFlight.delete(id);
  }

  /** Runs in parallel, so that other endpoints do not wait for it. */
  #replay(endpointId: string): void {
    if (this.#replaying.has(endpointId)) return;
    const { database, log } = this.#context;
    const step = advanceReplay(database, this.#eventTypes, {
      organizationId: this.organizationId,
      endpointId,
    })
      .catch((error) => {
        log.error(
          { err: error, ...logFields(this.organizationId, endpointId) },
          'could not continue a webhook replay',
        );
        return false;
      })
      .then((hasAdvanced) => {
        this.#replaying.delete(endpointId);
        if (hasAdvanced) this.kick();
      });
    this.#replaying.set(endpointId, step);
  }

  #settle(batch: readonly Attempted[]): void {
    this.#busyAt = performance.now();
    for (const { delivery } of batch) {
      this.#inFlight.delete(delivery.delivery_id);
      this.#justRecorded.add(delivery.delivery_id);
    }
    if (batch.some(({ delivery }) => delivery.ordered)) this.kick();
  }
}
