import { setTimeout as sleep } from 'node:timers/promises';
import { toPublicId } from '../../../domain/ids.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { advanceReplay } from './advance-replay.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { EndpointSender } from './endpoint-sender.ts';
import { type Attempted, DELIVERING, recordOutcomes } from './outcomes.ts';
import { type DueDelivery, findDue, findReceivers, type Receiver } from './queries.ts';
import { isFailingForGood } from './retry-plan.ts';
import { Signers } from './signers.ts';

/** How long outcomes wait for others to be written with them. */
const GATHER_MS = 20;
const MAX_GATHERED = 100;
const INITIAL_ROOM = 16;
/** After a database that was away. */
const PAUSE_MS = 500;
/** How long stopping waits for what is under way. What is called off then is sent again by whoever is next. */
const DRAIN_MS = 5_000;
const QUIET_MS = 10_000;

/** Serves the endpoints of one organization: finds what is due, has it sent, writes what became of it. */
export class OrganizationDispatcher {
  readonly organizationId: string;
  readonly #context: TaskContext;
  readonly #isOurs: () => boolean;
  readonly #senders = new Map<string, EndpointSender>();
  /** Found and not yet written: they look due in the database. */
  readonly #underWay = new Set<string>();
  /** Written since the present look began, which may still show them as due. */
  readonly #justWritten = new Set<string>();
  readonly #ending = new AbortController();
  #outcomes: Attempted[] = [];
  /** The steps of replays that are being queued, by endpoint. */
  readonly #replaying = new Map<string, Promise<void>>();
  #writing: Promise<void> | null = null;
  #looking: Promise<void> | null = null;
  #busyAt = performance.now();
  #lookAgain = false;
  #closed = false;
  /** Whether the organization has an endpoint that is sent to; true until it was looked at. */
  hasReceivers = true;

  constructor(context: TaskContext, organizationId: string, isOurs: () => boolean) {
    this.#context = context;
    this.organizationId = organizationId;
    this.#isOurs = isOurs;
  }

  /** Nothing is under way, and has not been for a while: what it knows of rates is of no use any more. */
  get isIdle(): boolean {
    const isQuiet = this.#looking === null && this.#writing === null && this.#replaying.size === 0;
    return isQuiet && this.#underWay.size === 0 && performance.now() - this.#busyAt > QUIET_MS;
  }

  /** Something may be due. */
  kick(): void {
    this.#busyAt = performance.now();
    this.#lookAgain = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
      if (this.#lookAgain && this.#isOpen) this.kick();
    });
  }

  get #isOpen(): boolean {
    return !this.#closed && this.#isOurs();
  }

  /** What has not begun stays due, for whoever serves the organization next. */
  dropWaiting(): void {
    for (const sender of this.#senders.values()) this.#forget(sender.dropWaiting());
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.dropWaiting();
    const ended = async () => {
      await Promise.all([this.#looking, ...this.#replaying.values()]);
      while (this.#underWay.size > 0) await (this.#writing ?? sleep(20));
    };
    const timer = setTimeout(() => this.#ending.abort(), DRAIN_MS);
    await Promise.race([ended(), sleep(DRAIN_MS + PAUSE_MS, undefined, { ref: false })]);
    clearTimeout(timer);
  }

  async #look(): Promise<void> {
    while (this.#lookAgain && this.#isOpen) {
      this.#lookAgain = false;
      try {
        await this.#lookOnce();
      } catch (error) {
        this.#context.log.error(
          { err: error, organization_id: toPublicId('org', this.organizationId) },
          'could not look for what is to be delivered; looking again soon',
        );
        await sleep(PAUSE_MS);
        this.#lookAgain = true;
      }
    }
  }

  async #lookOnce(): Promise<void> {
    this.#justWritten.clear();
    const asked = new Map([...this.#senders].map(([id, sender]) => [id, sender.room]));
    const { receivers, due } = await this.#findWork(asked);
    if (this.#closed) return;
    this.hasReceivers = receivers.length > 0;
    this.#serve(receivers);
    for (const [id, deliveries] of Map.groupBy(due, (one) => one.webhook_endpoint_id)) {
      const sender = this.#senders.get(id);
      if (!sender) continue;
      const fresh = deliveries.filter(({ delivery_id: one }) => this.#isFresh(one));
      for (const { delivery_id: one } of fresh) this.#underWay.add(one);
      sender.mayHaveMore = deliveries.length >= (asked.get(id) ?? INITIAL_ROOM);
      sender.take(fresh);
    }
    for (const [id, sender] of this.#senders) {
      const found = due.some((one) => one.webhook_endpoint_id === id);
      if (!found && asked.get(id) !== 0) sender.mayHaveMore = false;
      // Live events go first.
      if (sender.isThrough && sender.receiver.has_replay && sender.room > 0) this.#replay(id);
    }
  }

  async #findWork(
    room: ReadonlyMap<string, number>,
  ): Promise<{ receivers: Receiver[]; due: DueDelivery[] }> {
    const { database } = this.#context;
    const as = { organizationId: this.organizationId, actor: DELIVERING, readOnly: true };
    return database.transaction(as, async (tx) => {
      const underWay = [...this.#underWay];
      const found = [
        findReceivers(tx),
        findDue(tx, { room, otherwise: INITIAL_ROOM, underWay }),
      ] as const;
      await tx.commit();
      const [receivers, due] = await Promise.all(found);
      return { receivers, due };
    });
  }

  #isFresh(deliveryId: string): boolean {
    return !this.#underWay.has(deliveryId) && !this.#justWritten.has(deliveryId);
  }

  /** Knows the endpoints as they are now. What waits for one that is not sent to any more stays due. */
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
    const { database, outbound, secrets, metrics } = this.#context;
    return new EndpointSender(
      {
        outbound,
        signers: new Signers(secrets),
        now: () => database.clock.now(),
        signal: this.#ending.signal,
        mayBegin: () => this.#isOpen,
        onBegin: ({ attempts, replay_id, occurred_at }, at) => {
          if (attempts > 0 || replay_id !== null) return;
          metrics.webhookLateness.observe((at.getTime() - occurred_at.getTime()) / 1000);
        },
        onAttempted: (one) => this.#note(one),
        onCanceled: (delivery) => this.#forget([delivery]),
        onCapacity: () => this.kick(),
      },
      receiver,
    );
  }

  #forget(deliveries: readonly DueDelivery[]): void {
    for (const { delivery_id: id } of deliveries) this.#underWay.delete(id);
  }

  /** Beside the looking: other endpoints do not wait for it. */
  #replay(endpointId: string): void {
    if (this.#replaying.has(endpointId)) return;
    const { database, log } = this.#context;
    const step = advanceReplay(database, this.organizationId, endpointId)
      .catch((error) => {
        log.error({ err: error, ...this.#namesOf(endpointId) }, 'could not go on with a replay');
        return false;
      })
      .then((hasAdvanced) => {
        this.#replaying.delete(endpointId);
        if (hasAdvanced) this.kick();
      });
    this.#replaying.set(endpointId, step);
  }

  #note(one: Attempted): void {
    this.#tell(one);
    this.#outcomes.push(one);
    this.#writeSoon();
  }

  #tell({ delivery, outcome }: Attempted): void {
    const { metrics, log } = this.#context;
    const seconds = outcome.durationMs / 1000;
    metrics.webhookAttempts.observe({ outcome: outcome.error ?? 'delivered' }, seconds);
    if (outcome.error === null) return;
    log.info(
      {
        ...this.#namesOf(delivery.webhook_endpoint_id),
        delivery_id: toPublicId('delivery', delivery.delivery_id),
        lifecycle_number: delivery.lifecycle_number,
        error: outcome.error,
        status_code: outcome.statusCode,
      },
      'an event was not taken',
    );
  }

  #namesOf(endpointId: string) {
    return {
      organization_id: toPublicId('org', this.organizationId),
      webhook_endpoint_id: toPublicId('endpoint', endpointId),
    };
  }

  #writeSoon(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
      if (this.#outcomes.length > 0) this.#writeSoon();
    });
  }

  async #write(): Promise<void> {
    // The next of a lifecycle waits for this.
    if (!this.#outcomes.some(({ delivery }) => delivery.ordered)) await sleep(GATHER_MS);
    const batch = this.#outcomes.splice(0, MAX_GATHERED);
    await this.#writeBatch(batch);
    this.#busyAt = performance.now();
    for (const { delivery } of batch) {
      this.#underWay.delete(delivery.delivery_id);
      this.#justWritten.add(delivery.delivery_id);
    }
    if (batch.some(({ delivery }) => delivery.ordered)) this.kick();
  }

  async #writeBatch(batch: readonly Attempted[]): Promise<void> {
    const { database, log } = this.#context;
    for (;;) {
      try {
        const failing = await recordOutcomes(database, this.organizationId, batch);
        await this.#disable(batch, failing);
        return;
      } catch (error) {
        log.error(
          { err: error, organization_id: toPublicId('org', this.organizationId) },
          'could not write deliveries',
        );
        // Unwritten, they are sent again by whoever is next.
        if (this.#ending.signal.aborted) return;
        await sleep(PAUSE_MS);
      }
    }
  }

  async #disable(
    batch: readonly Attempted[],
    failing: Awaited<ReturnType<typeof recordOutcomes>>,
  ): Promise<void> {
    const { database, log } = this.#context;
    const gone = batch.filter(({ outcome }) => outcome.error === 'gone');
    const reasons = new Map<string, 'gone' | 'failing'>();
    for (const one of failing) {
      if (!isFailingForGood(one.failing_since, database.clock.now())) continue;
      reasons.set(one.webhook_endpoint_id, 'failing');
    }
    for (const { delivery } of gone) reasons.set(delivery.webhook_endpoint_id, 'gone');
    for (const [id, reason] of reasons) {
      await disableEndpoint(database, this.organizationId, id, reason);
      log.warn(this.#namesOf(id), `webhook endpoint disabled: ${reason}`);
      this.kick();
    }
  }
}
