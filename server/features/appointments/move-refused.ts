import { toUuid } from '../../domain/ids.ts';
import type { Interval } from '../../domain/working-hours.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Problem } from '../../platform/errors.ts';
import {
  assigneeIdsOf,
  type Busy,
  bufferOf,
  capacityReached,
  type FullAppointment,
  findAppointments,
  isFree,
  NO_NEED,
  readCalendars,
  type Scheduling,
  slotTaken,
} from '../calendar/index.ts';
import { pointedTo } from './in-move.ts';
import { type Changes, describeChange, requestedSlotOf, withNewSlot } from './plan-change.ts';

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
  if (refused === undefined) return slotTaken(tx, NOTHING_MOVED);
  return pointedTo(refused.pointer, await slotTaken(tx, describeChange(refused.row)));
}

/** A day is full: finds the first move to such a day. */
export async function moveBeyondCapacity(tx: Tx, moves: readonly Move[]): Promise<Problem> {
  const moved = await movedRows(tx, moves);
  const full = await Promise.all(
    moved.map(async ({ row }) => {
      const { requested, owners } = describeChange(row);
      const { fullDays } = await readCalendars(tx, owners, requested, requested.need);
      return fullDays.some(({ start, end }) => start <= requested.start && requested.start < end);
    }),
  );
  const refused = moved.find((_, index) => full[index]) ?? moved[0];
  if (refused === undefined) return capacityReached(tx, NOTHING_MOVED);
  return pointedTo(refused.pointer, await capacityReached(tx, describeChange(refused.row)));
}

/** The appointments were removed meanwhile. */
const NOTHING_MOVED = {
  owners: { userIds: [] },
  requested: { start: 0, end: 0, skills: [], bufferMs: null, need: NO_NEED },
};

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

/** By other appointments of a user, or by another move. */
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
    const requested = requestedSlotOf(row);
    const earlier = moved.slice(0, index).map((one) => one.row);
    return people
      .filter(({ userId }) => assigneeIdsOf(row).includes(userId))
      .some((person) => {
        const busy = [
          ...person.busy.filter(({ ref }) => !movedIds.has(ref)),
          ...earlier
            .filter((one) => assigneeIdsOf(one).includes(person.userId))
            .map((one) => toBusy(one, scheduling)),
        ];
        return !isFree(requested, { busy }, bufferOf(requested, scheduling));
      });
  });
}

function toBusy(row: FullAppointment, scheduling: Scheduling): Busy {
  const slot = requestedSlotOf(row);
  const bufferMs = bufferOf(slot, scheduling);
  return { ...slot, bufferMs, reason: 'appointment', ref: row.appointment_id };
}

const DAY = 24 * 60 * 60_000;
