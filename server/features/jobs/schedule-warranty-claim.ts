import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { findAppointment, LIVE, toAppointment, visitErrors } from '../calendar/index.ts';
import { changeClaim } from './change-claim.ts';
import { type ClaimRow, lockClaim } from './claim-queries.ts';
import { WarrantyClaim } from './claim-schemas.ts';
import { warrantyClaimScheduled } from './events.ts';
import {
  bookVisitOfJob,
  jobVisitFields,
  TYPE_OF_CLAIM_VISIT,
  visitOf,
  visitRefusals,
} from './visit.ts';

const ScheduleWarrantyClaimBody = closedObject(
  'ScheduleWarrantyClaim',
  'The appointment to book for it.',
  jobVisitFields,
);

export const scheduleWarrantyClaim = mutation({
  id: 'scheduleWarrantyClaim',
  method: 'POST',
  path: '/v1/warranty-claims/{id}/schedule',
  tag: 'Jobs',
  resource: 'warranty claim',
  scopes: ['jobs:write'],
  problems: [
    'claim_closed',
    'claim_scheduled',
    'slot_taken',
    'in_the_past',
    'outside_working_hours',
    'time_off',
    'minimum_notice',
    'beyond_horizon',
    'skill_missing',
  ],
  params: { id: 'claim' },
  summary: 'Schedule a warranty claim',
  description:
    'Books an appointment for a claim that was opened without one, or whose appointment was canceled, missed or not enough; even if the job was closed meanwhile, because it was claimed in time. One that is still to come is moved with `PATCH /v1/appointments/{id}` instead: here it is refused as `claim_scheduled`.',
  body: ScheduleWarrantyClaimBody,
  answers: { 200: { description: 'The claim after it.', body: WarrantyClaim } },
  check: (body) => ({ errors: visitErrors(visitOf(body) ?? {}) }),
  refusals: visitRefusals,
  async run(tx, { params, body }) {
    const before = await lockClaim(tx, params.id);
    await assertToBeScheduled(tx, before);
    const visit = { type: TYPE_OF_CLAIM_VISIT, ...visitOf(body) };
    const appointment_id = await bookVisitOfJob(tx, before.job_id, visit);
    const claim = changeClaim(tx, before, { appointment_id }, warrantyClaimScheduled);
    return { status: 200, body: claim };
  },
});

async function assertToBeScheduled(
  tx: Tx,
  { status, appointment_id: appointmentId }: ClaimRow,
): Promise<void> {
  if (status === 'closed') {
    throw conflict('claim_closed', 'This claim is settled. Open another one if it was not.');
  }
  if (appointmentId === null) return;
  const { status: statusNow } = toAppointment(await findAppointment(tx, appointmentId), tx.now);
  if (!LIVE.includes(statusNow)) return;
  throw conflict(
    'claim_scheduled',
    'There is an appointment for this claim. Move it with PATCH /v1/appointments/{id}, or cancel it first.',
  );
}
