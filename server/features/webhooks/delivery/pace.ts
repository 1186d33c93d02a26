const SECOND_MS = 1_000;

/**
 * At most so many begin within any second, wherever the second is laid: a bucket that is refilled would
 * let through up to twice as many in the second after a pause.
 */
export class Pace {
  readonly perSecond: number;
  /** When the last `perSecond` ones began, as a ring; the next is written over the oldest. */
  readonly #begun: number[] = [];
  #oldest = 0;

  constructor(perSecond: number) {
    this.perSecond = perSecond;
  }

  /** How long to wait until the next one may begin; 0 for now. */
  waitMs(now: number): number {
    const oldest = this.#begun[this.#oldest];
    if (oldest === undefined || this.#begun.length < this.perSecond) return 0;
    return Math.max(0, oldest + SECOND_MS - now);
  }

  begin(now: number): void {
    if (this.#begun.length < this.perSecond) {
      this.#begun.push(now);
      return;
    }
    this.#begun[this.#oldest] = now;
    this.#oldest = (this.#oldest + 1) % this.perSecond;
  }
}
