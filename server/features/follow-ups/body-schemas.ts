import Type from 'typebox';
import type { Anchor } from '../../domain/appointment-timers.ts';
import { purposeInput } from '../../domain/purpose.ts';
import { idInput, lifecycleNumberInput } from '../../domain/reference-fields.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { closedObject, nullable } from '../../platform/http/fields.ts';
import { expiresAt } from '../messaging/index.ts';
import type { DueInput } from './due-time.ts';
import { TARGETS } from './follow-up.ts';
import { followUpFields } from './schemas.ts';

const DueLocal = Type.Object(
  {
    date: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'Calendar date, YYYY-MM-DD.',
      examples: ['2027-03-04'],
    }),
    time: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'Local time of day, HH:MM (24-hour clock).',
      examples: ['09:00'],
    }),
    time_zone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'IANA time zone of the local time. Default: the organization’s time zone.',
        examples: ['America/Denver'],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'LocalDueTime',
    description:
      'Due date and time on the local clock. If the clocks skip that time, the follow-up is due after the gap. If the time occurs twice, the first one counts.',
    examples: [null, { date: '2027-03-04', time: '09:00' }],
  },
);

const when = {
  due_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'When the follow-up is due, with the offset from UTC. A time in the past is due immediately.',
      examples: ['2027-03-04T09:00:00-08:00'],
    }),
  ),
  delay: Type.Optional(
    nullable({
      maxLength: 50,
      description:
        'How long from now the follow-up is due, as an ISO 8601 duration. Days, weeks, months and years follow the organization’s calendar: `P1D` is tomorrow at the same time.',
      examples: [null, 'P2D'],
    }),
  ),
  due_local: Type.Optional(
    Type.Unsafe<DueInput['due_local']>({ ...DueLocal, type: ['object', 'null'] }),
  ),
};

export const CreateFollowUpBody = closedObject(
  'CreateFollowUp',
  'What to send or do, for whom, and when.',
  {
    lead_id: idInput('lead', 'Id of the lead the follow-up is for.'),
    customer_id: idInput(
      'customer',
      'Id of the customer the follow-up is for, instead of `lead_id`.',
    ),
    job_id: idInput('job', 'Id of the job the follow-up is about, instead of `lead_id`.'),
    appointment_id: idInput(
      'appointment',
      'Id of the appointment the follow-up is about, instead of `lead_id`.',
    ),
    lifecycle_number: lifecycleNumberInput(
      'Lifecycle number the follow-up belongs to, instead of `lead_id`.',
    ),
    channel: followUpFields.channel,
    ...when,
    anchor: Type.Optional(
      Type.Unsafe<Anchor>({
        ...followUpFields.anchor,
        type: 'string',
        description: `${followUpFields.anchor.description} Default \`starts_at\`.`,
      }),
    ),
    offset: Type.Optional(
      Type.String({
        ...followUpFields.offset,
        description: `${followUpFields.offset.description} Only with \`appointment_id\`, instead of \`due_at\`.`,
      }),
    ),
    template: idInput('template', 'Id of the template for the text or email, instead of `body`.'),
    subject: Type.Optional(nullable(followUpFields.subject)),
    body: Type.Optional(nullable(followUpFields.body)),
    assigned_to: Type.Optional(
      nullable({
        ...followUpFields.assignedTo,
        description: `${followUpFields.assignedTo.description} Default: the user the job or the lead is assigned to.`,
      }),
    ),
    cancel_on: Type.Optional(followUpFields.cancelOn),
    purpose: purposeInput(
      'that of the template, otherwise `service` with `offset` and else `marketing`',
    ),
    expires_at: Type.Optional(expiresAt),
  },
  {
    oneOf: TARGETS,
    example: {
      lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
      channel: 'task',
      due_at: '2027-03-04T09:00:00-08:00',
      body: 'Ask {{ lead.name }} whether the estimate arrived.',
    },
  },
);

export const RescheduleFollowUpBody = closedObject(
  'RescheduleFollowUp',
  'The new due time: one of `due_at`, `delay` and `due_local`.',
  when,
  { oneOf: ['due_at', 'delay', 'due_local'], example: { delay: 'P2D' } },
);

export const CancelFollowUpBody = closedObject(
  'CancelFollowUp',
  'Why you cancel the follow-up.',
  {
    reason: Type.Optional(
      nullable({
        maxLength: TEXT_LIMITS.reason,
        description: 'Why you cancel the follow-up.',
        examples: ['The customer called us'],
      }),
    ),
  },
  { example: { reason: 'The customer called us' } },
);

export const CompleteFollowUpBody = closedObject(
  'CompleteFollowUp',
  'Result of the call or task.',
  {
    note: Type.Optional(
      nullable({
        maxLength: TEXT_LIMITS.notes,
        description: 'Note on the result of the call or task, stored exactly as sent.',
        examples: ['They want the larger heater.'],
      }),
    ),
  },
  { example: { note: 'They want the larger heater.' } },
);
