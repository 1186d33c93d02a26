import { type IdPrefix, toPublicId } from '../../domain/ids.ts';
import type { PersonBlocked } from './availability.ts';
import type { TeamSlot } from './slots.ts';

/** Slots as they are shown: at the times that the clocks of a zone show. */

type LocalTime = (time: number) => string;

/** With the offset that the clocks have then. The same moment is asked for again and again. */
export function localTimes(timeZone: string): LocalTime {
  const known = new Map<number, string>();
  return (time) => {
    const before = known.get(time);
    if (before !== undefined) return before;
    const text = Temporal.Instant.fromEpochMilliseconds(time).toString({
      timeZone,
      smallestUnit: 'second',
    });
    known.set(time, text);
    return text;
  };
}

export function toSlot({ start, end, userIds }: TeamSlot, local: LocalTime) {
  return {
    starts_at: local(start),
    ends_at: local(end),
    user_ids: userIds.map((id) => toPublicId('user', id)),
  };
}

/** What kind of thing is in the way; nothing is for any other reason. */
const REF_PREFIXES: Partial<Record<PersonBlocked['reason'], IdPrefix>> = {
  appointment: 'appointment',
  hold: 'hold',
  buffer: 'appointment',
  time_off: 'time_off',
};

export function toBlocked({ start, end, userId, reason, ref }: PersonBlocked, local: LocalTime) {
  const prefix = REF_PREFIXES[reason];
  return {
    starts_at: local(start),
    ends_at: local(end),
    user_id: toPublicId('user', userId),
    reason,
    ...(prefix && ref ? { ref: toPublicId(prefix, ref) } : {}),
  };
}
