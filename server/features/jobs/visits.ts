import Type, { type Static } from 'typebox';
import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { isObject } from '../../platform/is-object.ts';
import { inMove, pointedTo } from '../appointments/index.ts';
import {
  capacityReached,
  describeBooking,
  lockCalendars,
  type Placed,
  slotTaken,
  userIdOf,
  visitErrors,
} from '../calendar/index.ts';
import { keepCapacityRules } from '../capacity/index.ts';
import { lockLead } from '../leads/index.ts';
import { keepJobOpen } from './queries.ts';
import { bookVisitOfJob, jobVisitFields, visitOf, visitRefusals } from './visit.ts';

/** Booking several visits of a job, all or nothing. */

const MAX_VISITS = 31;

const JobVisit = closedObject('JobVisit', 'A visit of the job.', {
  starts_at: jobVisitFields.starts_at,
  duration_minutes: jobVisitFields.duration_minutes,
  ends_at: jobVisitFields.ends_at,
  assigned_to: jobVisitFields.assigned_to,
  crew: jobVisitFields.crew,
  team_id: jobVisitFields.team_id,
  type: jobVisitFields.type,
  notes: jobVisitFields.notes,
});

export const visitsField = Type.Optional(
  Type.Array(JobVisit, {
    minItems: 1,
    maxItems: MAX_VISITS,
    description:
      'Several appointments instead of one, such as one for each day: all are booked, or none.',
  }),
);
type Visits = readonly Static<typeof JobVisit>[];

/** The schema reports what is no list of visits. */
export function visitsErrors(body: Record<string, unknown>): FieldError[] {
  const { visits } = body;
  if (!Array.isArray(visits)) return [];
  const errors = visits.slice(0, MAX_VISITS).flatMap((visit, index) => {
    if (!isObject(visit)) return [];
    return visitErrors(visitOf(visit) ?? {}).map((error) => ({
      ...error,
      pointer: `/visits/${index}${error.pointer}`,
    }));
  });
  if (visitOf(body) === null) return errors;
  const detail = 'Give either one visit or the list visits, not both.';
  return [...errors, { pointer: '/visits', code: 'not_allowed', detail }];
}

/** The visit that is being booked, by the list it is in: a constraint does not say which one it refused. */
const current = new WeakMap<Visits, number>();

/** The calendars of all users and teams are locked at once, in one order, after the job and its lead. */
export async function bookVisitsOfJob(tx: Tx, jobId: string, visits: Visits): Promise<Placed[]> {
  const userIds = visits
    .flatMap(({ assigned_to, crew = [] }) => (assigned_to ? [assigned_to, ...crew] : []))
    .map(userIdOf);
  const teams = visits.flatMap(({ team_id }) => {
    const teamId = team_id ? toUuid('team', team_id) : null;
    return teamId === null ? [] : [{ teamId }];
  });
  const { lead_id } = await keepJobOpen(tx, jobId);
  await lockLead(tx, lead_id);
  keepCapacityRules(tx);
  lockCalendars(tx, { userIds }, ...teams);
  const booked: Placed[] = [];
  for (const [index, visit] of visits.entries()) {
    current.set(visits, index);
    const book = () => bookVisitOfJob(tx, jobId, visitOf(visit) ?? {});
    booked.push(await inMove(`/visits/${index}`, book));
  }
  return booked;
}

interface Input {
  body: Parameters<typeof visitOf>[0] & { visits?: Visits };
}

/** The problem of one visit, or of one of several. */
export const scheduleRefusals = {
  appointment_no_overlap: async (tx: Tx, input: Input) =>
    refuse(tx, input, slotTaken) ?? visitRefusals.appointment_no_overlap(tx, input),
  capacity_not_exceeded: async (tx: Tx, input: Input) =>
    refuse(tx, input, capacityReached) ?? visitRefusals.capacity_not_exceeded(tx, input),
};

function refuse(tx: Tx, { body: { visits } }: Input, problemOf: typeof slotTaken) {
  if (visits === undefined) return null;
  const index = current.get(visits) ?? 0;
  return describeBooking(tx, visitOf(visits[index] ?? {}) ?? {})
    .then((refused) => problemOf(tx, refused))
    .then((problem) => pointedTo(`/visits/${index}`, problem));
}
