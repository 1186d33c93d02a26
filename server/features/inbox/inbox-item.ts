/** Pure rules of an inbox item: why it waits, since when, and whether it is hidden. */

export const REASONS = [
  'new_lead',
  'reply_unanswered',
  'duplicate_to_decide',
  'call_due',
  'task_due',
  'message_failed',
] as const;
export type Reason = (typeof REASONS)[number];

/** What a person has marked. */
export interface Marks {
  inbox_done_at: Date | null;
  inbox_snoozed_at: Date | null;
  inbox_snoozed_until: Date | null;
}

export interface ItemState {
  /** When the newest reason arose, or the snooze ended; null if nothing waits. */
  waitingSince: Date | null;
  snoozedUntil: Date | null;
  doneAt: Date | null;
}

/** The reasons that hold, and when the newest of them arose. */
export function waitingTimes(times: Record<Reason, Date | null>): {
  reasons: Reason[];
  newest: Date | null;
} {
  const reasons = REASONS.filter((reason) => times[reason] !== null);
  const all = reasons.map((reason) => times[reason]?.getTime() ?? 0);
  return { reasons, newest: all.length === 0 ? null : new Date(Math.max(...all)) };
}

/** Something newer than a mark brings the item back. The end of the snooze does, too. */
export function stateOf(marks: Marks, newest: Date | null, now: Date): ItemState {
  const { inbox_done_at: doneAt, inbox_snoozed_at, inbox_snoozed_until } = marks;
  const wasSnoozed = inbox_snoozed_at !== null && !isAfter(newest, inbox_snoozed_at);
  const waitingSince =
    wasSnoozed && isAfter(now, inbox_snoozed_until) ? inbox_snoozed_until : newest;
  if (doneAt !== null && !isAfter(newest, doneAt)) {
    return { waitingSince: newest, snoozedUntil: null, doneAt };
  }
  const isSnoozed = wasSnoozed && isAfter(inbox_snoozed_until, now);
  return {
    waitingSince: newest === null ? null : waitingSince,
    snoozedUntil: isSnoozed ? inbox_snoozed_until : null,
    doneAt: null,
  };
}

function isAfter(time: Date | null, other: Date | null): boolean {
  return time !== null && other !== null && time.getTime() > other.getTime();
}
