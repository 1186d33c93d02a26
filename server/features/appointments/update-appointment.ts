import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  Appointment,
  assertUnchanged,
  assigneeIdsOf,
  findAppointment,
  knownBy,
  lockAppointment,
  slotTaken,
  timeErrors,
  toAppointment,
  UpdateAppointmentBody,
} from '../calendar/index.ts';
import { changeVisits } from './change-visits.ts';
import { requestedSlotOf, withNewSlot } from './plan-change.ts';

/** The problems of a change, for one appointment and for several. */
export const CHANGE_PROBLEMS = [
  'appointment_held',
  'appointment_over',
  'appointment_under_way',
  'changed_meanwhile',
  'hold_lapsed',
] as const;

export const updateAppointment = mutation({
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
  problems: [...BOOKING_PROBLEMS, ...CHANGE_PROBLEMS, 'person_erased'],
  check: (body) => ({ errors: timeErrors(body) }),
  refusals: {
    appointment_no_overlap: async (tx, { params, body }) => {
      const refused = withNewSlot(await findAppointment(tx, params.id), body);
      return slotTaken(tx, { userIds: assigneeIdsOf(refused) }, requestedSlotOf(refused));
    },
  },
  async run(tx, { params, body, caller }) {
    const { strict, if_updated_at, ...changes } = body;
    const before = await lockAppointment(tx, params.id);
    assertUnchanged(before, knownBy(caller, { if_updated_at }), tx.now);
    const change = { before, changes, isStrict: strict ?? false, pointer: null };
    const [appointment = toAppointment(before, tx.now)] = await changeVisits(tx, [change]);
    return { status: 200, body: appointment };
  },
});
