import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findAppointment, LIVE, toAppointment, visitErrors } from '../calendar/index.ts';
import { changeClaim } from './change-claim.ts';
import { type ClaimRow, lockClaim } from './claim-queries.ts';
import { WarrantyClaim } from './claim-schemas.ts';
import { warrantyClaimScheduled } from './events.ts';
import {
  bookVisitOfJob,
  CLAIM_VISIT_TYPE,
  jobVisitFields,
  visitOf,
  visitRefusals,
} from './visit.ts';
import { withWarnings } from './visit-warnings.ts';

const ScheduleWarrantyClaimBody = closedObject(
  'ScheduleWarrantyClaim',
  'The appointment to book for the claim.',
  jobVisitFields,
  {
    example: {
      starts_at: '2027-03-04T13:00:00-08:00',
      assigned_to: 'user_01h455vb4pex5vsknk084sn02q',
    },
  },
);

export const scheduleWarrantyClaim = mutation({
  id: 'scheduleWarrantyClaim',
  method: 'POST',
  path: '/v1/warranty-claims/{id}/schedule',
  tag: 'Jobs',
  resource: 'warranty claim',
  scopes: ['jobs:write'],
  params: { id: 'claim' },
  summary: 'Schedule a warranty claim',
  description:
    'Books an appointment for an open claim that has none, or whose last appointment was completed, canceled or missed. It also works after the job was closed. If the claim already has an open appointment, the request is refused with `claim_scheduled`: reschedule that appointment with `PATCH /v1/appointments/{id}`. What is unusual about the time is in `warnings`.',
  body: ScheduleWarrantyClaimBody,
  responses: returns(WarrantyClaim, 'The claim with the id of the new appointment.'),
  problems: [...BOOKING_PROBLEMS, 'claim_closed', 'claim_scheduled', 'person_erased'],
  check: (body) => ({ errors: visitErrors(visitOf(body) ?? {}) }),
  refusals: visitRefusals,
  async run(tx, { params, body }) {
    const before = await lockClaim(tx, params.id);
    await assertSchedulable(tx, before);
    const visit = { type: CLAIM_VISIT_TYPE, ...visitOf(body) };
    const booked = await bookVisitOfJob(tx, before.job_id, visit);
    const { appointment_id } = booked.row;
    const claim = changeClaim(tx, before, { appointment_id }, warrantyClaimScheduled);
    return { status: 200, body: withWarnings(claim, [booked], tx.now) };
  },
});

async function assertSchedulable(
  tx: Tx,
  { status, appointment_id: appointmentId }: ClaimRow,
): Promise<void> {
  if (status === 'closed') {
    throw conflict(
      'claim_closed',
      'This claim is closed. Open another claim if the problem is not solved.',
    );
  }
  if (appointmentId === null) return;
  const { status: currentStatus } = toAppointment(await findAppointment(tx, appointmentId), tx.now);
  if (!LIVE.includes(currentStatus)) return;
  throw conflict(
    'claim_scheduled',
    'This claim already has an appointment. Reschedule it with PATCH /v1/appointments/{id}, or cancel it first.',
  );
}
