import { setTimeout as sleep } from 'node:timers/promises';
import { toPublicId } from '../../../domain/ids.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { advanceReplay } from './advance-replay.ts';
import { EndpointSender } from './endpoint-sender.ts';
import { logFields, OutcomeWriter } from './outcome-writer.ts';
import { type Attempted, DELIVERING } from './outcomes.ts';
import { type DueDelivery, findDue, findReceivers, type Receiver } from './queries.ts';
import { Signers } from './signers.ts';

const INITIAL_ROOM = 16;
/** After a failure of the database. */
const PAUSE_MS = 500;
/** How long stopping waits for what is under way. What is aborted then is sent again by the next process. */
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
  readonly #writer: OutcomeWriter;
  /** The steps of replays that are being queued, by endpoint. */
  readonly #replaying = new Map<string, Promise<void>>();
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
    this.#writer = new OutcomeWriter(context, organizationId, {
      signal: this.#ending.signal,
      onWritten: (batch) => this.#settle(batch),
      onDisabled: () => this.kick(),
    });
  }

  /** Nothing is under way, and has not been for a while: what it knows of rates is of no use any more. */
  get isIdle(): boolean {
    const isQuiet = this.#looking === null && this.#replaying.size === 0 && !this.#writer.isWriting;
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
      while (this.#underWay.size > 0) await (this.#writer.written ?? sleep(20));
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
          { err: error, organization_id: toPublicId('organization', this.organizationId) },
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
        onAttempted: (one) => this.#writer.add(one),
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
        log.error(
          { err: error, ...logFields(this.organizationId, endpointId) },
          'could not go on with a replay',
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
      this.#underWay.delete(delivery.delivery_id);
      this.#justWritten.add(delivery.delivery_id);
    }
    if (batch.some(({ delivery }) => delivery.ordered)) this.kick();
  }
}
