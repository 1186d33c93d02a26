/** What is still to happen, and when: each step may plan the next ones of its story. */

export interface Step {
  at: number;
  take(): Promise<void>;
}

export class Agenda {
  /** The next one last. Of two at the same time, the one that was planned first comes first. */
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

  /** When the next one is; never, if there is none. */
  get next(): number {
    return this.#steps.at(-1)?.at ?? Number.POSITIVE_INFINITY;
  }

  shift(): Step | undefined {
    return this.#steps.pop();
  }
}
