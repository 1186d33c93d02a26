import { toUuid } from '../../domain/ids.ts';
import type { Interval } from '../../domain/working-hours.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Problem } from '../../platform/errors.ts';
import {
  assigneeIdsOf,
  type FullAppointment,
  findAppointments,
  isFree,
  readCalendars,
  slotTaken,
} from '../calendar/index.ts';
import { pointedTo } from './in-move.ts';
import { type Changes, requestedSlotOf, withNewSlot } from './plan-change.ts';

interface Move extends Changes {
  appointment_id: string;
}

interface Moved {
  pointer: string;
  row: FullAppointment;
}

/** The constraint refused the moves: finds the first one whose new place is taken, with open alternatives to it. */
export async function moveRefused(tx: Tx, moves: readonly Move[]): Promise<Problem> {
  const moved = await movedRows(tx, moves);
  const refused = (await findTaken(tx, moved)) ?? moved[0];
  if (refused === undefined)
    return slotTaken(tx, { userIds: [] }, { start: 0, end: 0, service: null });
  const owners = { userIds: assigneeIdsOf(refused.row) };
  const problem = await slotTaken(tx, owners, requestedSlotOf(refused.row));
  return pointedTo(refused.pointer, problem);
}

async function movedRows(tx: Tx, moves: readonly Move[]): Promise<Moved[]> {
  const ids = moves.map(({ appointment_id }) => toUuid('appointment', appointment_id));
  const rows = await findAppointments(
    tx,
    ids.filter((id) => id !== null),
  );
  return moves.flatMap((move, index) => {
    const row = rows.get(ids[index] ?? '');
    return row ? [{ pointer: `/moves/${index}`, row: withNewSlot(row, move) }] : [];
  });
}

/** By other appointments of the user, or by another move. */
async function findTaken(tx: Tx, moved: readonly Moved[]): Promise<Moved | undefined> {
  if (moved.length === 0) return undefined;
  const slots = moved.map(({ row }) => requestedSlotOf(row));
  const span: Interval = {
    start: Math.min(...slots.map(({ start }) => start)),
    end: Math.max(...slots.map(({ end }) => end)) + DAY,
  };
  const userIds = [...new Set(assigneeIdsOf(...moved.map(({ row }) => row)))];
  const { people, scheduling } = await readCalendars(tx, { userIds }, span);
  const movedIds = new Set<string | null>(moved.map(({ row }) => row.appointment_id));
  return moved.find(({ row }, index) => {
    const person = people.find(({ userId }) => userId === row.assigned_to);
    if (person === undefined) return false;
    const others = person.busy.filter(({ ref }) => !movedIds.has(ref));
    const earlier = moved.slice(0, index).filter((one) => one.row.assigned_to === row.assigned_to);
    const busy = [
      ...others,
      ...earlier.map((one) => ({
        ...requestedSlotOf(one.row),
        bufferMs: scheduling.bufferMs,
        reason: 'appointment' as const,
        ref: one.row.appointment_id,
      })),
    ];
    return !isFree(requestedSlotOf(row), { ...person, busy }, scheduling.bufferMs);
  });
}

const DAY = 24 * 60 * 60_000;
