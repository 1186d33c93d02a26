import type {
  MoveAppointments,
  Replan,
  ReplanMove,
  ReplanUnplaced,
} from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import type { Lanes } from './move-visit.ts';

/** Pure rules: how a plan for a day reads, and how it is undone. */

/** The service changes at most so many visits at once. */
const MAX_MOVES = 50;

/** Where a visit goes; the day too, if it is another one. */
export function destinationOf(
  move: ReplanMove | ReplanUnplaced,
  date: string,
  { nameOf, formats }: Pick<Lanes, 'nameOf' | 'formats'>,
): { who: string; when: string; isWarning: boolean } {
  if ('to' in move) {
    const { user_id, starts_at } = move.to;
    const isSameDay = formats.date(starts_at) === date;
    const when = isSameDay ? formats.time(starts_at) : formats.dayAndTime(starts_at);
    return { who: nameOf(user_id), when, isWarning: false };
  }
  const isInTray = move.to_tray || move.from.user_id === null;
  return { who: isInTray ? nameOf(null) : text.dispatch.stays, when: '', isWarning: true };
}

/** Every visit to where it was, in as many changes as that needs. */
export function movesBack({ moves, unplaced }: Replan): readonly MoveAppointments['moves'][] {
  const changed = [...moves, ...unplaced.filter(({ to_tray }) => to_tray)];
  const back = changed.map(({ appointment_id, from }) => ({
    appointment_id,
    assigned_to: from.user_id,
    starts_at: from.starts_at,
  }));
  const count = Math.ceil(back.length / MAX_MOVES);
  return Array.from({ length: count }, (_, at) => back.slice(at * MAX_MOVES, (at + 1) * MAX_MOVES));
}
