import type { Slot, SuggestedSlot } from '../../../packages/sdk/src/index.ts';
import type { FreeTime } from './alternatives.tsx';

/** Pure rules: the open times of a place and a service, the best ones first. */

export interface OpenTime extends FreeTime {
  window: Slot['window'] | null;
  /** Why it is one of the best; null for the others. */
  reasons: string | null;
}

/** A suggestion counts only where it is open: the area, the crew and the capacity decide on that. */
export function openTimes(
  suggestions: readonly SuggestedSlot[],
  slots: readonly Slot[],
): readonly OpenTime[] {
  const byStart = new Map(slots.map((slot) => [Date.parse(slot.starts_at), slot]));
  const best = suggestions.flatMap(({ user_id, starts_at, reasons }): OpenTime[] => {
    const slot = byStart.get(Date.parse(starts_at));
    if (!slot?.user_ids.includes(user_id)) return [];
    const others = slot.user_ids.filter((id) => id !== user_id);
    const said = reasons.map(({ detail }) => detail).join(' ');
    return [{ ...asOpen(slot), user_ids: [user_id, ...others], reasons: said }];
  });
  return [...best, ...slots.map(asOpen)];
}

function asOpen({ starts_at, ends_at, user_ids, window = undefined }: Slot): OpenTime {
  return { starts_at, ends_at, user_ids, window: window ?? null, reasons: null };
}
