import type { Replan } from '../../../packages/sdk/src/index.ts';
import type { Scale, Span } from './geometry.ts';
import type { Lanes } from './move-visit.ts';
import { destinationOf } from './plan-words.ts';

/** Pure rules: what the board shows of a plan for its day that is only proposed. */

export interface PlanGhost extends Span {
  /** The visit. */
  id: string;
  /** Its lane on the board, from the top. */
  row: number;
  /** Where it would be, or for a visit that leaves the day, where it is now. */
  look: 'here' | 'leaves';
  /** When it would be there, or where it would go. */
  about: string;
}

/**
 * A visit that moves within the day is shown where it would go. One that leaves the day or goes to the tray has no place on
 * the board, so its place of now says where it would go. Left out are visits
 * that stay, people without a lane, and hours that the board does not show.
 */
export function ghostsOf(
  { moves, unplaced, date }: Pick<Replan, 'moves' | 'unplaced' | 'date'>,
  laneIds: readonly string[],
  { from, to }: Pick<Scale, 'from' | 'to'>,
  lanes: Pick<Lanes, 'nameOf' | 'formats'>,
): readonly PlanGhost[] {
  const { formats } = lanes;
  const leaving = unplaced.filter(({ to_tray }) => to_tray);
  return [...moves, ...leaving].flatMap((move): PlanGhost[] => {
    const { who, when } = destinationOf(move, date, lanes);
    const target = 'to' in move && formats.date(move.to.starts_at) === date ? move.to : null;
    const { user_id, starts_at, ends_at } = target ?? move.from;
    const row = laneIds.indexOf(user_id ?? '');
    const [start, end] = [Math.max(from, Date.parse(starts_at)), Math.min(to, Date.parse(ends_at))];
    if (row < 0 || start >= end) return [];
    const id = move.appointment_id;
    const place = { id, row, start, end };
    if (target === null)
      return [{ ...place, look: 'leaves', about: `→ ${[when, who].filter(Boolean).join(' ')}` }];
    return [{ ...place, look: 'here', about: `${when} – ${formats.time(ends_at)}` }];
  });
}
