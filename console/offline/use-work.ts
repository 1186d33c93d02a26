import { sayRefused } from '../feedback/feedback.ts';
import { useMe } from '../session/session.ts';
import type { FieldText } from '../text/field.ts';
import { now } from '../time/clock.ts';
import type { Outbox } from './outbox.ts';
import { entryOf, type NewWork, type Work } from './work.ts';
import { outboxOf, useEntries } from './work-outbox.ts';

/** What this person does, also without signal: what waits, and how to add to it. */
export function useWork(words: FieldText['outbox']) {
  const outbox = outboxOf(useMe());
  const entries = useEntries(outbox);
  return { outbox, entries, add: (work: NewWork) => keep(outbox, work, words) };
}

/** Kept in the browser before it is sent. False if the browser could not keep it, which is said. */
async function keep(outbox: Outbox, work: NewWork, words: FieldText['outbox']): Promise<boolean> {
  // A browser may delete what a page has stored, unless it was asked to keep it. It may ask the person in turn.
  void navigator.storage?.persist?.();
  try {
    await outbox.add(entryOf({ ...work, at: timeOfWork() } as Work));
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    sayRefused(words.notKept);
    return false;
  }
}

let last = 0;

/**
 * Always after what was done last: the clock of the service is known to the second, so ours can go back by less than
 * one, and the service refuses a step that was taken before the one that it follows.
 */
function timeOfWork(): string {
  last = Math.max(last + 1, now());
  return new Date(last).toISOString();
}
