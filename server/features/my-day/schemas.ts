import Type from 'typebox';
import { CONTACT_SCOPES } from '../../domain/scopes.ts';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import * as field from '../../platform/http/fields.ts';
import { Appointment } from '../calendar/index.ts';
import { Job, JobAttachment, JobNote } from '../jobs/index.ts';
import { NEXT_STEPS, type NextStep } from './next-step.ts';

const Due = field.closedObject('Due', 'What collectPayment would collect for a job.', {
  amount: Type.Integer({
    description: 'Balance of the open invoices, or the part of the contract without an invoice.',
    examples: [12_900],
  }),
  currency: Type.String({ description: 'Currency, as in ISO 4217.', examples: ['USD'] }),
  invoice_id: field.nullable({
    description: 'Id of the open invoice; null if there is none, or more than one.',
    examples: [null],
  }),
});

const ofJob = shownWith(['jobs:read']);

const MyVisit = field.closedObject('MyVisit', 'A visit, with all that is needed on site.', {
  next_step: Type.Unsafe<NextStep | null>({
    type: ['string', 'null'],
    enum: [...NEXT_STEPS, null],
    description: 'What to do next; null if nothing is left.',
    examples: ['en_route'],
  }),
  appointment: Appointment,
  address: field.nullable({
    description: 'Where to go: the location of the appointment, or the address of the contact.',
    examples: ['1418 Alder St, Portland, OR 97205'],
    ...shownWith(CONTACT_SCOPES),
  }),
  lead_notes: field.nullable({
    description: 'Notes of the lead, such as a gate code.',
    examples: ['Gate code 4711'],
    ...shownWith(CONTACT_SCOPES),
  }),
  job: Type.Union([Job, Type.Null()], { description: 'The job; null for none.', ...ofJob }),
  notes: Type.Array(JobNote, { description: 'Newest 50 notes of the job.', ...ofJob }),
  attachments: Type.Array(JobAttachment, {
    description: 'Newest 50 attachments of the job.',
    ...ofJob,
  }),
  due: Type.Union([Due, Type.Null()], {
    description: 'What is still to be collected for the job; null for nothing.',
    ...shownWith(['invoices:read']),
  }),
});

export const MyDay = field.closedObject('MyDay', 'Two days of a user.', {
  user_id: field.id('user', 'Id of the user.'),
  time_zone: Type.String({
    description: 'Time zone of the days.',
    examples: ['America/Los_Angeles'],
  }),
  next_visit_at: field.nullableTime(
    'When the first visit after these days starts; null if there is none.',
  ),
  days: Type.Array(
    Type.Object(
      {
        date: Type.String({ format: 'date', description: 'Date.', examples: ['2027-03-02'] }),
        visits: Type.Array(MyVisit, { description: 'Visits of that day, in order.' }),
      },
      { additionalProperties: false, description: 'A day.' },
    ),
    { description: 'The day that you asked for, and the next one.' },
  ),
});
