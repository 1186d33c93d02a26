import { type IdPrefix, toPublicId } from '../../domain/ids.ts';
import type { PersonBlocked } from './availability.ts';
import type { TeamSlot } from './slots.ts';

/** Slots as the API shows them: with local times of one time zone. */

type LocalTime = (time: number) => string;

/** Local time with its UTC offset. Cached, because many slots share the same times. */
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

/** The type of resource that `ref` points to; other reasons have none. */
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
