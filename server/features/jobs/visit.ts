import Type, { type Static } from 'typebox';
import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { nullable } from '../../platform/http/fields.ts';
import {
  type Booking,
  bookingRefused,
  bookVisit,
  readBooking,
  visitErrors,
  visitFields,
} from '../calendar/index.ts';
import { keepJobOpen } from './queries.ts';

/** An appointment that is booked along with something else about a job: all of it or nothing. */

/** Null for either is as good as nothing, so that a form can send both. */
const WHO = {
  assigned_to: Type.Optional(
    nullable(
      textField(
        'id',
        'Id of the user who goes there; with neither it waits in the tray.',
        'user_01h455vb4pex5vsknk084sn02q',
      ),
    ),
  ),
  team_id: Type.Optional(
    nullable({
      maxLength: TEXT_LIMITS.id,
      description:
        'Id of a team instead: the free member with the least to do that day goes there.',
      examples: [null],
    }),
  ),
};
export const jobVisitFields = { ...visitFields, ...WHO };
const VisitBody = Type.Object(jobVisitFields);
type VisitBody = Static<typeof VisitBody>;

export const TYPE_OF_CLAIM_VISIT = 'warranty';

/** The visit that a body asks for, if it does. */
export function visitOf(body: VisitBody): Booking | null {
  const said = Object.entries(body).filter(
    ([name, value]) => name in jobVisitFields && !(name in WHO && value === null),
  );
  return said.every(([, value]) => value === null) ? null : Object.fromEntries(said);
}

/** Nothing is wrong with a body that asks for no visit. */
export function jobVisitErrors(body: Record<string, unknown>): FieldError[] {
  const visit = visitOf(body);
  return visit === null ? [] : visitErrors(visit);
}

/** The job is locked before the lead and the calendars, as whoever books for it has it. */
export async function bookVisitOfJob(tx: Tx, jobId: string, visit: Booking): Promise<string> {
  const job = await keepJobOpen(tx, jobId);
  const target = { leadId: job.lead_id, jobId };
  const { row } = await bookVisit(tx, target, readBooking(visit));
  return row.appointment_id;
}

export const visitRefusals = {
  appointment_no_overlap: (tx: Tx, { body }: { body: VisitBody }) =>
    bookingRefused(tx, visitOf(body) ?? {}),
};
