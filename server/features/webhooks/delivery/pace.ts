const SECOND_MS = 1_000;

/**
 * Starts at most this many requests within any one-second window. A token bucket would allow up to twice as
 * many in the second after a pause.
 */
export class Pace {
  readonly perSecond: number;
  /** Start times of the last `perSecond` requests, as a ring: the next one replaces the oldest. */
  readonly #started: number[] = [];
  #oldest = 0;

  constructor(perSecond: number) {
    this.perSecond = perSecond;
  }

  /** How long to wait before the next request can start; 0 means now. */
  waitMs(now: number): number {
    const oldest = this.#started[this.#oldest];
    if (oldest === undefined || this.#started.length < this.perSecond) return 0;
    return Math.max(0, oldest + SECOND_MS - now);
  }

  begin(now: number): void {
    if (this.#started.length < this.perSecond) {
      this.#started.push(now);
      return;
    }
    this.#started[this.#oldest] = now;
    this.#oldest = (this.#oldest + 1) % this.perSecond;
  }
}
