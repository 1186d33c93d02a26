import { z } from 'zod';
import { randomKey } from '../session.ts';
import { tool } from '../tool.ts';
import { write } from '../write.ts';
import { AGAIN, CONTACT, integer, optional, text } from './fields.ts';

export const bookAppointment = tool({
  name: 'book_appointment',
  title: 'Book appointment',
  description:
    'Books a visit with a user or the free member of a team. If the time is taken, the error has alternatives.',
  kind: 'write',
  operations: ['bookAppointment', 'holdAppointment'],
  input: () =>
    z.strictObject({
      ...CONTACT,
      job_id: optional('Instead of lead_id.'),
      starts_at: text('RFC 3339 with offset.'),
      duration_minutes: integer('Default 60.'),
      assigned_to: optional('User id.'),
      team_id: optional('Instead of assigned_to.'),
      service: optional('Skill that is needed.'),
      address: optional('Where.'),
      notes: optional('For the assigned user.'),
      hold_seconds: integer('Only reserve it for so long.'),
      ...AGAIN,
    }),
  async run(args, context) {
    const { again, address, hold_seconds, ...visit } = args;
    const body = { ...visit, ...(address !== undefined && { location: { address } }) };
    const key = context.session.keyOf('book_appointment', args);
    if (hold_seconds === undefined) return write(context, 'bookAppointment', { body }, key);
    const held = { ...body, ttl_seconds: hold_seconds };
    return write(context, 'holdAppointment', { body: held }, key);
  },
});

export const rescheduleAppointment = tool({
  name: 'reschedule_appointment',
  title: 'Reschedule appointment',
  description: 'Moves an appointment to another time or another user.',
  kind: 'write',
  operations: ['updateAppointment'],
  input: () =>
    z.strictObject({
      appointment_id: text('Its id.'),
      starts_at: optional('New time.'),
      duration_minutes: integer('New length.'),
      assigned_to: optional('New user.'),
    }),
  async run({ appointment_id: id, ...body }, context) {
    return write(context, 'updateAppointment', { parameters: { id }, body }, randomKey());
  },
});
