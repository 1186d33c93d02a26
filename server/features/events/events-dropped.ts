import { Problem } from '../../platform/errors.ts';

/** The events after `after` were asked for, and those before `first` are no longer kept. */
export function assertKept(after: number, first: number, pointer: string): void {
  if (after + 1 < first) throw eventsDropped(first, pointer, `after=${first - 1}`);
}

/** `instead` is the parameter with which the caller gets the oldest events that are kept. */
export function eventsDropped(first: number, pointer: string, instead: string): Problem {
  const detail = `Events before seq ${first} are no longer kept. To continue with the oldest that are, send ${instead}. What the others changed is in the resources: list them again.`;
  const errors = [{ pointer, code: 'events_dropped', detail }];
  return new Problem(410, 'events_dropped', detail, { errors, extra: { first_seq: first } });
}
