import type { Clock } from '../platform/clock.ts';

/** Moves through the month with the story, and never back. */
export class DemoClock implements Clock {
  #now: number;

  constructor(start: number) {
    this.#now = start;
  }

  now(): Date {
    return new Date(this.#now);
  }

  get time(): number {
    return this.#now;
  }

  moveTo(time: number): void {
    this.#now = Math.max(this.#now, time);
  }
}
