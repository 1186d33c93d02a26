import type { Clock } from '../platform/clock.ts';

/** A clock that stands still until the test moves it. */
export class TestClock implements Clock {
  #now: Date;

  constructor(start = '2027-03-01T15:00:00.000Z') {
    this.#now = new Date(start);
  }

  now(): Date {
    return this.#now;
  }

  set(time: string): void {
    this.#now = new Date(time);
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}

/** A clock that starts at a time of the test and then runs like any other, for tests in a browser. */
export class RunningClock extends TestClock {
  readonly #since = performance.now();

  override now(): Date {
    return new Date(super.now().getTime() + performance.now() - this.#since);
  }
}
