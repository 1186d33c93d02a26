import { toPublicId, toUuid } from '../../domain/ids.ts';
import type { Caller } from '../../platform/auth/authenticator.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, Problem } from '../../platform/errors.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  changeVisits,
  moveBeyondCapacity,
  moveRefused,
  type VisitChange,
} from '../appointments/index.ts';
import {
  type Appointment,
  type FullAppointment,
  findAppointments,
  lockAppointments,
  toAppointment,
} from '../calendar/index.ts';
import { daysBetween } from './board.ts';
import { MAX_VISITS, REFUSED_WHEN_APPLIED } from './day-plans.ts';
import { replanApplied } from './events.ts';
import { timeZoneOfOrganization, visitsOfDayToReplan, visitsToReplan } from './replan-queries.ts';
import {
  findReplan,
  isExpired,
  lockReplan,
  type ReplanRow,
  replanResource,
  toReplan,
} from './replan-row.ts';
import { AppliedReplan, ApplyReplanBody, type ReplanPlan } from './replan-schemas.ts';

/** Tells the contacts of appointments their new time, and returns the appointments for which it does. */
export type ConfirmVisits = (
  tx: Tx,
  appointmentIds: readonly string[],
  by: { caller: Caller; eventTypes: EventCatalog },
) => Promise<string[]>;

export const applyReplan = (confirmVisits: ConfirmVisits) =>
  mutation({
    id: 'applyReplan',
    method: 'POST',
    path: '/v1/dispatch/replans/{id}/apply',
    tag: 'Dispatch',
    resource: 'replan',
    scopes: ['appointments:write'],
    summary: 'Apply a plan for a day',
    description:
      'Moves the appointments of a plan, and puts those that no one can take into the tray, all or nothing. If the day has changed, the request fails with `board_changed` and points to what. Applying it again changes nothing. Undo it by moving them to `from`.',
    body: ApplyReplanBody,
    isBodyOptional: true,
    responses: returns(AppliedReplan, 'The plan and its appointments.'),
    problems: ['board_changed', 'replan_expired'],
    effect: 'external',
    undo: 'moveAppointments',
    refusals: {
      appointment_no_overlap: async (tx, { params }) => {
        const { plan } = await findReplan(tx, params.id);
        return boardChanged(await moveRefused(tx, plan.moves.map(toMove)));
      },
      capacity_not_exceeded: async (tx, { params }) => {
        const { plan } = await findReplan(tx, params.id);
        return boardChanged(await moveBeyondCapacity(tx, plan.moves.map(toMove)));
      },
    },
    async run(tx, { params, body, caller, eventTypes }) {
      const row = await lockReplan(tx, params.id);
      if (row.applied_at !== null) return { status: 200, body: await appliedBefore(tx, row) };
      if (isExpired(row, tx.now)) {
        throw conflict('replan_expired', 'This plan is older than 30 minutes. Make a new plan.');
      }
      const appointments = await moveAll(tx, row);
      const replan = changeResource(tx, replanResource, row, { applied_at: tx.now }, replanApplied);
      const retimed = row.plan.moves.filter(({ from, to }) => from.starts_at !== to.starts_at);
      const notified = body.notify
        ? await confirmVisits(tx, idsOf(retimed), { caller, eventTypes })
        : [];
      const ids = notified.map((id) => toPublicId('appointment', id));
      return { status: 200, body: { replan, appointments, notified: ids } };
    },
  });

type Planned = Pick<ReplanPlan['moves'][number], 'appointment_id' | 'updated_at'>;

async function moveAll(tx: Tx, row: ReplanRow): Promise<Appointment[]> {
  const { moves, unplaced } = row.plan;
  const rows = await lockAppointments(tx, idsOf([...moves, ...unplaced]));
  await assertSameDay(tx, row);
  const change = (planned: Planned, changes: VisitChange['changes'], pointer: string) => {
    const before = rows.get(toUuid('appointment', planned.appointment_id) ?? '');
    return { before: asPlanned(before, planned, pointer), changes, isStrict: false, pointer };
  };
  const changes = [
    ...moves.map((move, index) => change(move, newPlace(move), `/moves/${index}`)),
    ...unplaced.flatMap((one, index) => {
      const checked = change(one, { assigned_to: null }, `/unplaced/${index}`);
      return one.to_tray ? [checked] : [];
    }),
  ];
  const changed = await changeVisits(tx, changes).catch((error: unknown) => {
    throw error instanceof Problem ? boardChanged(error) : error;
  });
  changed.forEach((appointment, index) => {
    assertStillWorks(appointment, `/moves/${index}`);
  });
  return changed;
}

type PlannedMove = ReplanPlan['moves'][number];

function newPlace({ from, to: { user_id, starts_at, ends_at } }: PlannedMove) {
  return { assigned_to: user_id, ...(from.starts_at !== starts_at && { starts_at, ends_at }) };
}

function toMove(move: PlannedMove) {
  return { appointment_id: move.appointment_id, ...newPlace(move) };
}

function idsOf(planned: readonly Pick<Planned, 'appointment_id'>[]): string[] {
  return planned
    .map(({ appointment_id }) => toUuid('appointment', appointment_id))
    .filter((id) => id !== null);
}

function asPlanned(
  row: FullAppointment | undefined,
  { updated_at }: Planned,
  pointer: string,
): FullAppointment {
  if (row?.updated_at.toISOString() === updated_at) return row;
  throw changedAt(pointer, 'This appointment has changed since the plan was made.');
}

/** A new appointment of the user, or of a day without work, would be left where it is. */
async function assertSameDay(tx: Tx, row: ReplanRow): Promise<void> {
  const { user_id, appointment_id, date, plan } = row;
  // An emergency concerns only the visits that it moves.
  if (appointment_id !== null) return;
  const [day = { start: 0, end: 0 }] = daysBetween(date, date, await timeZoneOfOrganization(tx));
  const known = new Set(idsOf([...plan.moves, ...plan.unplaced]));
  const visits = await (user_id === null
    ? visitsOfDayToReplan(tx, day, MAX_VISITS + 1)
    : visitsToReplan(tx, user_id, day));
  if (visits.every(({ appointment_id }) => known.has(appointment_id))) return;
  throw changedAt('', 'There is an appointment that is not in the plan.');
}

/** The constraint knows of appointments. Time off and hours are compared here, with the calendars locked. */
function assertStillWorks({ warnings }: Appointment, pointer: string): void {
  const found = warnings.find(({ code }) => REFUSED_WHEN_APPLIED.includes(code));
  if (found) throw changedAt(pointer, found.detail);
}

function changedAt(pointer: string, detail: string): Problem {
  return boardChanged(
    new Problem(409, 'board_changed', detail, {
      errors: [{ pointer, code: 'changed', detail }],
    }),
  );
}

/** Whatever was in the way: the reason and the pointer stay, and the next step is the same. */
function boardChanged({ message, errors }: Problem): Problem {
  const detail = `The day has changed: ${message} Nothing was moved. Make a new plan.`;
  return new Problem(409, 'board_changed', detail, errors ? { errors } : {});
}

async function appliedBefore(tx: Tx, row: ReplanRow) {
  const { moves, unplaced } = row.plan;
  const ids = idsOf([...moves, ...unplaced.filter(({ to_tray }) => to_tray)]);
  const rows = await findAppointments(tx, ids);
  const appointments = ids.flatMap((id) => {
    const found = rows.get(id);
    return found ? [toAppointment(found, tx.now)] : [];
  });
  return { replan: toReplan(row, tx.now), appointments, notified: [] };
}
