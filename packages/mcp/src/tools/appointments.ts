import { z } from 'zod';
import { randomKey } from '../session.ts';
import { tool } from '../tool.ts';
import { write } from '../write.ts';
import { AGAIN, CONTACT, integer, optional, text } from './fields.ts';

export const bookAppointment = tool({
  name: 'book_appointment',
  title: 'Book appointment',
  description:
    'Books a visit: for a lead, customer or job, or with contact for a new caller, who becomes a lead. If the time is taken, the error has alternatives.',
  kind: 'write',
  operations: ['bookAppointment', 'holdAppointment', 'createBooking'],
  input: () =>
    z.strictObject({
      ...CONTACT,
      job_id: optional('Instead of lead_id.'),
      contact: z
        .strictObject({
          name: z.string().optional(),
          phone: z.string().optional(),
          email: z.string().optional(),
        })
        .describe('Instead of lead_id; needs service. Known people are recognized.')
        .optional(),
      starts_at: optional('RFC 3339 with offset; or hold_id.'),
      service: optional('A code such as ac_repair.'),
      postal_code: optional('Of the place.'),
      answers: z
        .record(z.string(), z.unknown())
        .describe('With contact: to the questions of the service.')
        .optional(),
      duration_minutes: integer('Default: that of the service, or 60.'),
      assigned_to: optional('User id.'),
      team_id: optional('Instead of assigned_to.'),
      crew: z.array(z.string()).describe('Users who go along.').optional(),
      address: optional('Where.'),
      property_id: optional('Where, if it is on file.'),
      notes: optional('For the assigned user.'),
      hold_id: optional('Books this hold.'),
      hold_seconds: integer('Only reserve it for so long.'),
      ...AGAIN,
    }),
  async run(args, context) {
    const { again, address, hold_seconds, contact, ...visit } = args;
    const key = context.session.keyOf('book_appointment', args);
    if (contact !== undefined && hold_seconds === undefined) {
      const body = { source: 'mcp', ...visit, contact: { ...contact, address } };
      return write(context, 'createBooking', { body }, key);
    }
    const body = { ...visit, ...(address !== undefined && { location: { address } }) };
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
