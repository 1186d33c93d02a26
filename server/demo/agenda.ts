/** The planned steps and their times: each step can plan the next ones of its story. */

export interface Step {
  at: number;
  take(): Promise<void>;
}

export class Agenda {
  /** Sorted with the next step last. Of two steps at the same time, the one planned first runs first. */
  readonly #steps: Step[] = [];

  plan(at: number, take: () => Promise<void>): void {
    let low = 0;
    let high = this.#steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#steps[middle]!.at > at) low = middle + 1;
      else high = middle;
    }
    this.#steps.splice(low, 0, { at, take });
  }

  /** The time of the next step; infinity if there is none. */
  get next(): number {
    return this.#steps.at(-1)?.at ?? Number.POSITIVE_INFINITY;
  }

  shift(): Step | undefined {
    return this.#steps.pop();
  }
}
