import Type from 'typebox';
import { idInput, lifecycleNumberInput } from '../../domain/reference-fields.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { closedObject, nullable } from '../../platform/http/fields.ts';
import type { DueInput } from './due-time.ts';
import { followUpFields } from './schemas.ts';

const DueLocal = Type.Object(
  {
    date: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'The day.',
      examples: ['2027-03-04'],
    }),
    time: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'What the clock shows, HH:MM.',
      examples: ['09:00'],
    }),
    time_zone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'IANA time zone of that clock. Default: the organization’s.',
        examples: ['America/Denver'],
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'What the clock on the wall shows then. A time that the clocks skip is due behind the gap; of one that comes twice, the first counts.',
    examples: [null, { date: '2027-03-04', time: '09:00' }],
  },
);

const when = {
  due_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'When it is due, with the offset from UTC. One that has passed is due at once.',
      examples: ['2027-03-04T09:00:00-08:00'],
    }),
  ),
  delay: Type.Optional(
    nullable({
      maxLength: 50,
      description:
        'How long from now, as ISO 8601 has it. Days, weeks, months and years are those of the organization’s calendar: `P1D` is tomorrow at the same time.',
      examples: [null, 'P2D'],
    }),
  ),
  due_local: Type.Optional(
    Type.Unsafe<DueInput['due_local']>({ ...DueLocal, type: ['object', 'null'] }),
  ),
};

export const CreateFollowUpBody = closedObject(
  'CreateFollowUp',
  'What is to be sent or done, for whom, and when.',
  {
    lead_id: idInput('lead', 'Id of the lead it is for.'),
    customer_id: idInput('customer', 'Id of the customer it is for, instead.'),
    job_id: idInput('job', 'Id of the job it is about, instead.'),
    lifecycle_number: lifecycleNumberInput('The number it belongs to, instead.'),
    channel: followUpFields.channel,
    ...when,
    template: idInput(
      'template',
      'Id of the template that a text or mail is made of, instead of `body`.',
    ),
    subject: Type.Optional(nullable(followUpFields.subject)),
    body: Type.Optional(nullable(followUpFields.body)),
    assigned_to: Type.Optional(
      nullable({
        ...followUpFields.assignedTo,
        description: `${followUpFields.assignedTo.description} Default: the user the job or the lead is assigned to.`,
      }),
    ),
    cancel_on: Type.Optional(followUpFields.cancelOn),
  },
);
export const RescheduleFollowUpBody = closedObject(
  'RescheduleFollowUp',
  'When it is due instead: one of the three.',
  when,
);

export const CancelFollowUpBody = closedObject('CancelFollowUp', 'Why it is canceled.', {
  reason: Type.Optional(
    nullable({
      maxLength: TEXT_LIMITS.reason,
      description: 'Why it is canceled.',
      examples: ['They called by themselves'],
    }),
  ),
});

export const CompleteFollowUpBody = closedObject('CompleteFollowUp', 'What came of it.', {
  note: Type.Optional(
    nullable({
      maxLength: TEXT_LIMITS.notes,
      description: 'What came of it, kept as sent.',
      examples: ['They want the larger heater.'],
    }),
  ),
});
