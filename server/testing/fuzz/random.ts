import assert from 'node:assert/strict';

/** The same seed gives the same numbers (mulberry32), so that a run can be repeated. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to just below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number; both ends are included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T extends {}>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)] ?? assert.fail('nothing to pick from');
  }

  /** The result of one of these functions: values can be null, or expensive to make. */
  one<T>(makers: readonly (() => T)[]): T {
    return this.pick(makers)();
  }

  /** The seed of another sequence. */
  seed(): number {
    return this.between(0, 2 ** 32 - 1);
  }
}

/** The sequence of one request of a run: it does not depend on the requests before it. */
export function randomOf(seed: number, index: number): Random {
  const mixed = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  return new Random(mixed.seed());
}
