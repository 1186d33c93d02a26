import type { Clock } from '../platform/clock.ts';

/** When every test begins. */
export const FIRST_NOW = '2027-03-01T15:00:00.000Z';

/** A clock that stands still until the test moves it. */
export class TestClock implements Clock {
  #now: Date;
  readonly #listeners = new Set<() => void>();

  constructor(start = FIRST_NOW) {
    this.#now = new Date(start);
  }

  now(): Date {
    return this.#now;
  }

  set(time: string): void {
    this.#change(new Date(time));
  }

  advance(milliseconds: number): void {
    this.#change(new Date(this.#now.getTime() + milliseconds));
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #change(now: Date): void {
    this.#now = now;
    for (const listener of this.#listeners) listener();
  }
}

/** A clock that starts at a time of the test and then runs like any other, for tests in a browser. */
export class RunningClock extends TestClock {
  readonly #since = performance.now();

  override now(): Date {
    return new Date(super.now().getTime() + performance.now() - this.#since);
  }
}
