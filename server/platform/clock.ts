/** All code gets the time from a clock, so that tests can change it. */
export interface Clock {
  now(): Date;
  /** Calls the listener whenever the clock is set to another time; a clock that only runs has nothing to tell. */
  onChange?(listener: () => void): () => void;
}

export const systemClock: Clock = { now: () => new Date() };
