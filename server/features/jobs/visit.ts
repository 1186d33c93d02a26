import Type, { type Static } from 'typebox';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { nullable } from '../../platform/http/fields.ts';
import type { Mutation } from '../../platform/http/operation.ts';
import { toPublicId, toUuid } from '../../platform/ids.ts';
import {
  type Appointment,
  appointmentEvents,
  type Booking,
  bookingRefused,
  placeAppointment,
  visitErrors,
  visitFields,
} from '../appointments/index.ts';

/** An appointment that is booked along with something else about a job: all of it or nothing. */

const { assigned_to, ...otherFields } = visitFields;
export const jobVisitFields = {
  ...otherFields,
  assigned_to: Type.Optional(
    nullable({
      maxLength: 100,
      description: 'Id of the user who goes there; with neither it waits in the tray.',
      examples: ['user_01h455vb4pex5vsknk084sn02q'],
    }),
  ),
  team_id: Type.Optional(
    nullable({
      maxLength: 100,
      description:
        'Id of a team instead: the free member with the least to do that day goes there.',
      examples: [null],
    }),
  ),
};
const NAMES = Object.keys(jobVisitFields) as (keyof typeof jobVisitFields)[];
const VisitBody = Type.Object(jobVisitFields);
type VisitBody = Static<typeof VisitBody>;

/** Nothing is wrong with a body that asks for no visit. */
export function jobVisitErrors(body: Record<string, unknown>): FieldError[] {
  return visitOf(body) === null ? [] : visitErrors(withoutNulls(body));
}

/** The visit that a body asks for, if it does. */
export function visitOf(body: VisitBody): Omit<Booking, 'lead_id' | 'customer_id'> | null {
  const given = NAMES.filter((name) => (body[name] ?? null) !== null);
  if (given.length === 0) return null;
  return withoutNulls(Object.fromEntries(given.map((name) => [name, body[name]])));
}

function withoutNulls(body: Record<string, unknown>): Record<string, never> {
  const entries = Object.entries(body).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Record<string, never>;
}

/** The job is locked before the lead and the calendars, as whoever books for it has it. */
export async function bookVisit(tx: Tx, jobId: string, visit: Booking): Promise<string> {
  const { body } = await placeAppointment(
    tx,
    { ...visit, job_id: toPublicId('job', jobId) },
    { status: 'booked', hold_expires_at: null },
    appointmentEvents.appointmentBooked,
  );
  return toUuid('appointment', (body as Appointment).appointment_id)!;
}

export const visitRefusals: Mutation['refusals'] = {
  appointment_no_overlap: (tx, { body }) => bookingRefused(tx, visitOf(body as VisitBody)!),
};
