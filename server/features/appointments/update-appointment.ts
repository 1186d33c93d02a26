import { knownId } from '../../domain/known-id.ts';
import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { validationFailed } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  Appointment,
  assertUnchanged,
  type FullAppointment,
  findAppointment,
  knownBy,
  type LockOpenJob,
  lockAppointment,
  placeRefusals,
  timeErrors,
  toAppointment,
  UpdateAppointmentBody,
} from '../calendar/index.ts';
import { changeVisits } from './change-visits.ts';
import { type Changes, describeChange, withNewSlot } from './plan-change.ts';

/** The problems of a change, for one appointment and for several. */
export const CHANGE_PROBLEMS = [
  'appointment_held',
  'appointment_over',
  'appointment_under_way',
  'changed_meanwhile',
  'hold_lapsed',
] as const;

export const updateAppointment = (lockOpenJob: LockOpenJob) =>
  mutation({
    id: 'updateAppointment',
    method: 'PATCH',
    path: '/v1/appointments/{id}',
    tag: 'Appointments',
    resource: 'appointment',
    scopes: ['appointments:write', 'appointments:own'],
    summary: 'Update an appointment',
    description:
      'Reschedules an appointment, assigns it to another user, or changes its details, all or nothing. If the new time is taken, the request fails with `slot_taken` and the appointment stays unchanged. With `if_updated_at`, it also fails if someone else changed the appointment meanwhile.',
    body: UpdateAppointmentBody,
    responses: returns(Appointment, 'The appointment after the change.'),
    problems: [...BOOKING_PROBLEMS, ...CHANGE_PROBLEMS, 'job_over', 'person_erased'],
    check: (body) => ({ errors: timeErrors(body) }),
    refusals: placeRefusals(
      async (tx, { params, body }: { params: { id: string }; body: Changes }) =>
        describeChange(withNewSlot(await findAppointment(tx, params.id), body)),
    ),
    async run(tx, { params, body, caller }) {
      const { strict, if_updated_at, job_id, ...changes } = body;
      // The job comes before the appointment, as for a booking.
      const job = job_id === undefined ? null : await lockOpenJob(tx, knownId('job', job_id));
      const before = await lockAppointment(tx, params.id);
      if (job !== null) await assertSameCustomer(tx, before, job);
      assertUnchanged(before, knownBy(caller, { if_updated_at }), tx.now);
      const linked = job === null ? {} : { job };
      const change = { before, changes, ...linked, isStrict: strict ?? false, pointer: null };
      const [appointment = toAppointment(before, tx.now)] = await changeVisits(tx, [change]);
      return { status: 200, body: appointment };
    },
  });

const selectSame = statement(
  'select_whether_same_customer',
  `select 1 from leads a
   join leads b on b.organization_id = $1 and b.lead_id = $3
     and (b.lead_id = a.lead_id or b.customer_id = a.customer_id)
   where a.organization_id = $1 and a.lead_id = $2`,
);

async function assertSameCustomer(
  tx: Tx,
  { lead_id }: FullAppointment,
  job: { lead_id: string },
): Promise<void> {
  const same = await tx.query(selectSame, [tx.organizationId, lead_id, job.lead_id]);
  if (same.length > 0) return;
  const detail = 'This job is of another customer. Send the id of a job of the same customer.';
  throw validationFailed([{ pointer: '/job_id', code: 'not_allowed', detail }]);
}
