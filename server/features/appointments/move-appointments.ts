import type { Static } from 'typebox';
import Type from 'typebox';
import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, notFound, Problem } from '../../platform/errors.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { isObject } from '../../platform/is-object.ts';
import {
  Appointment,
  assertUnchanged,
  type FullAppointment,
  knownBy,
  lockAppointments,
  MoveAppointmentsBody,
  timeErrors,
} from '../calendar/index.ts';
import { changeVisits } from './change-visits.ts';
import { inMove } from './in-move.ts';
import { moveBeyondCapacity, moveRefused } from './move-refused.ts';
import { CHANGE_PROBLEMS } from './update-appointment.ts';

export const MovedAppointments = closedObject('MovedAppointments', 'The moved appointments.', {
  appointments: Type.Array(Appointment, {
    description: 'The appointments after the moves, in the order of the request.',
  }),
});

export const moveAppointments = mutation({
  id: 'moveAppointments',
  method: 'POST',
  path: '/v1/appointments/moves',
  tag: 'Appointments',
  resource: 'appointment',
  scopes: ['appointments:write'],
  summary: 'Move several appointments',
  description:
    'Reschedules and reassigns up to 50 appointments, all or nothing, each as by `PATCH`. They can swap places. A problem points to its move.',
  body: MoveAppointmentsBody,
  responses: returns(MovedAppointments, 'The moved appointments.'),
  problems: ['slot_taken', 'capacity_reached', ...CHANGE_PROBLEMS],
  undo: 'moveAppointments',
  check: (body) => ({ errors: moveErrors(body.moves) }),
  refusals: {
    appointment_no_overlap: (tx, { body }) => moveRefused(tx, body.moves),
    capacity_not_exceeded: (tx, { body }) => moveBeyondCapacity(tx, body.moves),
  },
  async run(tx, { body: { moves }, caller }) {
    const rows = await lockMoved(tx, moves);
    const visits = await Promise.all(
      moves.map(async ({ appointment_id: _id, if_updated_at, ...changes }, index) => {
        const pointer = `/moves/${index}`;
        const before = rows[index] ?? unknownAppointment(pointer);
        await inMove(pointer, () =>
          assertUnchanged(before, knownBy(caller, { if_updated_at }), tx.now),
        );
        return { before, changes, isStrict: false, pointer };
      }),
    );
    return { status: 200, body: { appointments: await changeVisits(tx, visits) } };
  },
});

type Move = Static<typeof MoveAppointmentsBody>['moves'][number];

/** In the order of the moves; undefined for those that do not exist. */
async function lockMoved(tx: Tx, moves: readonly Move[]): Promise<(FullAppointment | undefined)[]> {
  const ids = moves.map(({ appointment_id }) => toUuid('appointment', appointment_id));
  const rows = await lockAppointments(
    tx,
    ids.filter((id) => id !== null),
  );
  return ids.map((id) => (id === null ? undefined : rows.get(id)));
}

function unknownAppointment(pointer: string): never {
  const { status, code, message } = notFound('appointment');
  const detail = 'There is no appointment with the appointment_id that was sent.';
  throw new Problem(status, code, message, {
    errors: [{ pointer: `${pointer}/appointment_id`, code: 'unknown_id', detail }],
  });
}

/** The schema reports what is no list of moves. */
function moveErrors(moves: unknown): FieldError[] {
  const list: Record<string, unknown>[] = Array.isArray(moves) ? moves.filter(isObject) : [];
  const ids = list.map(({ appointment_id }) => appointment_id);
  return list.flatMap((move, index) => {
    const pointer = `/moves/${index}`;
    const errors = timeErrors(move).map((error) => ({
      ...error,
      pointer: `${pointer}${error.pointer}`,
    }));
    if (ids.indexOf(move.appointment_id) === index) return errors;
    const detail = 'This appointment is moved by an earlier move of the request. Send each once.';
    return [...errors, { pointer: `${pointer}/appointment_id`, code: 'repeated', detail }];
  });
}
