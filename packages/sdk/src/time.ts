/** A point in time for a request: a text with an offset, a `Date`, or anything else that becomes one as JSON. */
export type Time = string | { toJSON(): string };
