import Type, { type Static } from 'typebox';
import { toPublicId } from '../../domain/ids.ts';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import * as field from '../../platform/http/fields.ts';
import { AppointmentWarning, type Placed, toAppointment } from '../calendar/index.ts';

/** What was unusual about the visits that a request booked: the same warnings as of a booking, with their visit. */

const VisitWarning = field.closedObject(
  'VisitWarning',
  'A warning about a visit that was booked. Warnings do not prevent a booking.',
  {
    ...AppointmentWarning.properties,
    appointment_id: field.id('appointment', 'Id of the appointment that was booked.'),
    starts_at: field.localTime('When it starts, in its time zone.'),
  },
);
type VisitWarning = Static<typeof VisitWarning>;

/** A field of jobs and claims, only in the responses of requests that book: a schema of its own for each would say the rest twice. */
export const visitWarnings = Type.Optional(
  Type.Array(VisitWarning, {
    description:
      'Only in the response of a request that booked appointments: what is unusual about them, if anything is. Empty if your token lacks `appointments:read`.',
    ...shownWith(['appointments:read']),
  }),
);

/** The response of a request that booked these visits. */
export function withWarnings<Body>(
  body: Body,
  booked: readonly Placed[],
  now: Date,
): Body | (Body & { warnings: VisitWarning[] }) {
  const found = booked.flatMap(({ row, warnings }) => {
    const appointment_id = toPublicId('appointment', row.appointment_id);
    const { starts_at } = toAppointment(row, now);
    return warnings.map((warning) => ({ ...warning, appointment_id, starts_at }));
  });
  return found.length === 0 ? body : { ...body, warnings: found };
}
