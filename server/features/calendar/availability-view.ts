import { type IdPrefix, toPublicId } from '../../domain/ids.ts';
import { localTime } from '../../domain/local-time.ts';
import type { Interval } from '../../domain/working-hours.ts';
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
    const text = localTime(time, timeZone);
    known.set(time, text);
    return text;
  };
}

export interface View {
  local: LocalTime;
  /** The arrival window of a slot by its start; null if slots are shown without. */
  windowAt: ((start: number) => Interval) | null;
  userId: (uuid: string) => string;
}

/** Public ids of users. Cached, because a few users share all slots. */
export function publicUserIds(): View['userId'] {
  const known = new Map<string, string>();
  return (uuid) => {
    const before = known.get(uuid);
    if (before !== undefined) return before;
    const id = toPublicId('user', uuid);
    known.set(uuid, id);
    return id;
  };
}

export function toSlot({ start, end, userIds }: TeamSlot, view: View) {
  const { local, userId, windowAt } = view;
  const window = windowAt?.(start);
  return {
    starts_at: local(start),
    ends_at: local(end),
    ...(window && { window: { starts_at: local(window.start), ends_at: local(window.end) } }),
    user_ids: userIds.map(userId),
  };
}

/** The type of resource that `ref` points to; other reasons have none. */
const REF_PREFIXES: Partial<Record<PersonBlocked['reason'], IdPrefix>> = {
  appointment: 'appointment',
  hold: 'hold',
  buffer: 'appointment',
  travel: 'appointment',
  time_off: 'time_off',
};

export function toBlocked({ start, end, userId, reason, ref }: PersonBlocked, view: View) {
  const prefix = REF_PREFIXES[reason];
  return {
    starts_at: view.local(start),
    ends_at: view.local(end),
    user_id: view.userId(userId),
    reason,
    ...(prefix && ref ? { ref: toPublicId(prefix, ref) } : {}),
  };
}
