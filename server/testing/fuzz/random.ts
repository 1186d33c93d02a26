import assert from 'node:assert/strict';
import { RandomNumbers } from '../random.ts';

/** So that a run can be repeated. */
export class Random extends RandomNumbers {
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
