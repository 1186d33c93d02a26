import Type, { type Static } from 'typebox';
import { toPublicId } from '../../domain/ids.ts';
import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { nullable } from '../../platform/http/fields.ts';
import {
  type Booking,
  bookVisit,
  describeBooking,
  type Placed,
  placeRefusals,
  readBookingAt,
  visitErrors,
  visitFields,
  withDefaultService,
} from '../calendar/index.ts';
import { keepJobOpen } from './queries.ts';

/** Booking an appointment in the same transaction as a step of a job or a warranty claim. */

/** Null means the same as leaving the field out, so that a form can send both. */
const ASSIGNEE_FIELDS = {
  assigned_to: Type.Optional(
    nullable(
      textField(
        'id',
        'Id of the user who goes to the appointment. Without `assigned_to` and `team_id` the appointment is unassigned.',
        'user_01h455vb4pex5vsknk084sn02q',
      ),
    ),
  ),
  team_id: Type.Optional(
    nullable({
      maxLength: TEXT_LIMITS.id,
      description:
        'Id of a team, instead of `assigned_to`. The free member with the least booked time that day is assigned.',
      examples: [null],
    }),
  ),
};
export const jobVisitFields = { ...visitFields, ...ASSIGNEE_FIELDS };
const VisitBody = Type.Object(jobVisitFields);
type VisitBody = Static<typeof VisitBody>;

export const CLAIM_VISIT_TYPE = 'warranty';

/** The visit to book; null if the body has none. */
export function visitOf(body: VisitBody): Booking | null {
  const given = Object.entries(body).filter(
    ([name, value]) => name in jobVisitFields && !(name in ASSIGNEE_FIELDS && value === null),
  );
  return given.every(([, value]) => value === null) ? null : Object.fromEntries(given);
}

/** A body without a visit is valid. */
export function jobVisitErrors(body: Record<string, unknown>): FieldError[] {
  const visit = visitOf(body);
  return visit === null ? [] : visitErrors(visit);
}

/** Locks the job before the lead and the calendars, in the same order as every other booking for a job. */
export async function bookVisitOfJob(tx: Tx, jobId: string, visit: Booking): Promise<Placed> {
  const job = await keepJobOpen(tx, jobId);
  const { lead_id: leadId, service, property_id: propertyId } = job;
  const target = { isOfCustomer: true, leadId, jobId, service, propertyId };
  // A claim is not the work that was sold.
  const isOfClaim = visit.type === CLAIM_VISIT_TYPE;
  const named = { ...visit, job_id: toPublicId('job', jobId) };
  const complete = isOfClaim ? visit : await withDefaultService(tx, named);
  return bookVisit(tx, target, await readBookingAt(tx, complete, target));
}

export const visitRefusals = placeRefusals((tx, { body }: { body: VisitBody }) =>
  describeBooking(tx, visitOf(body) ?? {}),
);
