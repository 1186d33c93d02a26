import type { EventCatalog } from '../../../platform/events/event-catalog.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { attempt, failedBefore, type Outcome } from './attempt.ts';
import type { Attempted } from './outcomes.ts';
import { Pace } from './pace.ts';
import type { DueDelivery, Receiver } from './queries.ts';
import { bodyOf, headersOf } from './request.ts';
import type { Signers } from './signers.ts';

const INITIAL_WINDOW = 8;
const MAX_WINDOW = 32;
/** In memory, as a multiple of what is sent at once. */
const MAX_AHEAD = 4;

interface EndpointSenderOptions {
  outbound: Outbound;
  eventTypes: EventCatalog;
  signers: Signers;
  now(): Date;
  /** Aborts the requests in flight. */
  signal: AbortSignal;
  mayStart(): boolean;
  /** Takes one of the places of the host; if there is none, `resume` is called later. */
  takePlace(host: string, resume: () => void): boolean;
  givePlaceBack(host: string): void;
  onStart(delivery: DueDelivery, at: Date): void;
  onAttempted(one: Attempted): void;
  /** We aborted it: its outcome is unknown, and it is still due. */
  onCanceled(delivery: DueDelivery): void;
  /** There is capacity for more deliveries. */
  onCapacity(): void;
}

/** Sends to one endpoint: as many requests at once as it can handle, with up to four times that in memory. */
export class EndpointSender {
  readonly #options: EndpointSenderOptions;
  readonly #waiting: DueDelivery[] = [];
  #sending = 0;
  #window = INITIAL_WINDOW;
  #pace: Pace | null;
  #paceTimer: NodeJS.Timeout | null = null;
  #receiver: Receiver;
  #url: URL;
  /** The last query found as many deliveries as there was room for. */
  mayHaveMore = false;

  constructor(options: EndpointSenderOptions, receiver: Receiver) {
    this.#options = options;
    this.#receiver = receiver;
    this.#url = new URL(receiver.url);
    this.#pace = paceFor(receiver, null);
  }

  get receiver(): Receiver {
    return this.#receiver;
  }

  set receiver(receiver: Receiver) {
    if (receiver.url !== this.#receiver.url) this.#url = new URL(receiver.url);
    this.#receiver = receiver;
    this.#pace = paceFor(receiver, this.#pace);
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#sending === 0;
  }

  /** Everything found is being sent, and there was no more. */
  get isDrained(): boolean {
    return this.#waiting.length === 0 && !this.mayHaveMore;
  }

  /** How many more deliveries it can accept. */
  get room(): number {
    const max = Math.min(MAX_AHEAD * this.#window, this.#pace?.perSecond ?? Infinity);
    return Math.max(0, max - this.#waiting.length - this.#sending);
  }

  /** Few are left to send, and there may be more. */
  get needsMore(): boolean {
    return this.mayHaveMore && this.#waiting.length < this.#window && this.room > 0;
  }

  accept(deliveries: readonly DueDelivery[]): void {
    this.#waiting.push(...deliveries);
    this.#sendNext();
  }

  /** Drops the deliveries that have not started: they stay due. */
  dropWaiting(): DueDelivery[] {
    if (this.#paceTimer) clearTimeout(this.#paceTimer);
    this.#paceTimer = null;
    return this.#waiting.splice(0);
  }

  #sendNext(): void {
    while (this.#waiting.length > 0 && this.#sending < this.#window && this.#options.mayStart()) {
      const waitMs = this.#pace?.waitMs(performance.now()) ?? 0;
      if (waitMs > 0) {
        this.#sendAfter(waitMs);
        return;
      }
      const { host } = this.#url;
      if (!this.#options.takePlace(host, this.#resume)) return;
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#pace?.begin(performance.now());
      this.#send(next, host);
    }
  }

  readonly #resume = (): void => this.#sendNext();

  #sendAfter(waitMs: number): void {
    this.#paceTimer ??= setTimeout(() => {
      this.#paceTimer = null;
      this.#sendNext();
    }, Math.ceil(waitMs));
  }

  async #send(delivery: DueDelivery, host: string): Promise<void> {
    const { now, givePlaceBack, onStart, onAttempted, onCanceled, onCapacity } = this.#options;
    const at = now();
    this.#sending += 1;
    onStart(delivery, at);
    const outcome = await this.#attempt(delivery, at);
    this.#sending -= 1;
    givePlaceBack(host);
    if (outcome === null) onCanceled(delivery);
    else {
      this.#adapt(outcome);
      onAttempted({ delivery, at, outcome });
    }
    this.#sendNext();
    if (this.needsMore) onCapacity();
  }

  async #attempt(delivery: DueDelivery, at: Date): Promise<Outcome | null> {
    const { outbound, eventTypes, signers, signal } = this.#options;
    const view = eventTypes.viewOf(this.#receiver.scopes);
    // Queued before the scopes of the endpoint were limited.
    if (delivery.example === null && !view.sees(delivery.type))
      return failedBefore('scope_missing');
    const signing = signers.of(this.#receiver, at);
    if (signing.length === 0) return failedBefore('secret_unreadable');
    const body = bodyOf(delivery, view);
    const headers = headersOf({ eventId: delivery.event_id, at, signers: signing }, body);
    return attempt(outbound, { url: this.#url, headers, body }, signal);
  }

  /** Sends more at once while requests succeed; one at a time to a receiver that does not even respond. */
  #adapt({ error }: Outcome): void {
    if (error === null) this.#window = Math.min(MAX_WINDOW, this.#window + 1);
    else if (error === 'timeout') this.#window = 1;
    else this.#window = Math.max(1, this.#window >> 1);
  }
}

/** Keeps the same object while the rate is unchanged: it knows which requests started in the last second. */
function paceFor({ rate_limit_per_second: perSecond }: Receiver, before: Pace | null): Pace | null {
  if (perSecond === null) return null;
  return before?.perSecond === perSecond ? before : new Pace(perSecond);
}
