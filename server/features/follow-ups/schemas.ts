import Type, { type Static } from 'typebox';
import {
  createdAt,
  id,
  lifecycleNumber,
  nullable,
  time,
  updatedAt,
} from '../../platform/http/fields.ts';
import type { DueWish } from './due-time.ts';
import { CHANNELS, type Channel, DEFAULT_CANCEL_ON, STATUSES, type Status } from './follow-up.ts';

const channel = Type.Unsafe<Channel>({
  type: 'string',
  enum: [...CHANNELS],
  description:
    'A text or mail is sent by the service; a `call` or `task` waits for a person once it is due.',
  examples: ['task'],
});
const subject = {
  maxLength: 500,
  description: 'The subject of a mail, in Liquid.',
  examples: [null],
};
const body = {
  maxLength: 20_000,
  description:
    'What it says, in Liquid, filled in when it falls due: the text or mail, or what is to be done.',
  examples: ['Ask {{ lead.name }} whether the estimate arrived.'],
};
const assignedTo = {
  maxLength: 100,
  description: 'Id of the user who does it.',
  examples: ['user_01h455vb4pex5vsknk084sn02q'],
};
const cancelOn = Type.Array(
  Type.String({
    maxLength: 100,
    description: 'A kind of event, or all of a resource as `communication.*`.',
    examples: ['appointment.booked'],
  }),
  {
    maxItems: 50,
    description:
      'What cancels it if it happens under the number first. Default: a reply, a booking, a conversion, a deletion.',
    examples: [DEFAULT_CANCEL_ON],
  },
);

/** A list of types, not a union: the serializer writes it without trying each branch. */
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
    Type.Unsafe<DueWish['due_local']>({ ...DueLocal, type: ['object', 'null'] }),
  ),
};

const target = (description: string, examples: string[], maxLength = 100) =>
  Type.Optional(Type.String({ maxLength, description, examples }));

export const CreateFollowUpBody = Type.Object(
  {
    lead_id: target('Id of the lead it is for.', ['lead_01h455vb4pex5vsknk084sn02q']),
    customer_id: target('Id of the customer it is for, instead.', [
      'customer_01h455vb4pex5vsknk084sn02q',
    ]),
    job_id: target('Id of the job it is about, instead.', ['job_01h455vb4pex5vsknk084sn02q']),
    lifecycle_number: target('The number it belongs to, instead.', ['100042-7'], 20),
    channel,
    ...when,
    template: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Id of the template that a text or mail is made of, instead of `body`.',
        examples: ['template_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    subject: Type.Optional(nullable(subject)),
    body: Type.Optional(nullable(body)),
    assigned_to: Type.Optional(
      nullable({
        ...assignedTo,
        description: `${assignedTo.description} Default: whoever the job or the lead is assigned to.`,
      }),
    ),
    cancel_on: Type.Optional(cancelOn),
  },
  {
    additionalProperties: false,
    title: 'CreateFollowUp',
    description: 'What is to be sent or done, for whom, and when.',
  },
);
export type CreateFollowUpBody = Static<typeof CreateFollowUpBody>;

export const RescheduleFollowUpBody = Type.Object(when, {
  additionalProperties: false,
  title: 'RescheduleFollowUp',
  description: 'When it is due instead: one of the three.',
});

export const CancelFollowUpBody = Type.Object(
  {
    reason: Type.Optional(
      nullable({
        maxLength: 500,
        description: 'Why it is canceled.',
        examples: ['They called by themselves'],
      }),
    ),
  },
  { additionalProperties: false, title: 'CancelFollowUp', description: 'Why it is canceled.' },
);

export const CompleteFollowUpBody = Type.Object(
  {
    note: Type.Optional(
      nullable({
        maxLength: 10_000,
        description: 'What came of it, kept as sent.',
        examples: ['They want the larger heater.'],
      }),
    ),
  },
  { additionalProperties: false, title: 'CompleteFollowUp', description: 'What came of it.' },
);

export const FollowUp = Type.Object(
  {
    follow_up_id: id('followup', 'Id of the follow-up.'),
    lifecycle_number: lifecycleNumber,
    lead_id: id('lead', 'Id of the lead it is for.'),
    customer_id: nullable({
      description: 'Id of the customer that the lead was when it was made.',
      examples: [null],
    }),
    job_id: nullable({ description: 'Id of the job it is about.', examples: [null] }),
    channel,
    status: Type.Unsafe<Status>({
      type: 'string',
      enum: [...STATUSES],
      description:
        '`scheduled` until its time has come; a call or task is then `due` until it is `done`. A text or mail stays `scheduled` until it is known to be `sent`. `skipped` because it must not be sent, `failed` because it could not be, or `canceled`: see `reason`.',
      examples: ['scheduled'],
    }),
    reason: nullable({
      description:
        'Why it was skipped, failed or canceled: a code such as `opted_out`, the kind of event that canceled it, or what the person said who did.',
      examples: [null],
    }),
    detail: nullable({ description: 'More on the reason, for people.', examples: [null] }),
    due_at: time('When it is due. Quiet hours move it to the next minute in which it may be sent.'),
    assigned_to: nullable(assignedTo),
    template_id: nullable({
      description: 'The template that the text or mail is made of.',
      examples: [null],
    }),
    subject: nullable(subject),
    body: nullable(body),
    text: nullable({
      description: 'What a call or task says, filled in when it fell due.',
      examples: [null],
    }),
    cancel_on: cancelOn,
    note: nullable({ description: 'What came of it.', examples: [null] }),
    communication_id: nullable({
      description: 'The text or mail that it became.',
      examples: [null],
    }),
    run_id: nullable({ description: 'The playbook’s run that made it.', examples: [null] }),
    created_by: Type.Object(
      {
        type: Type.Unsafe<'user' | 'token' | 'system'>({
          type: 'string',
          enum: ['user', 'token', 'system'],
          description: 'A user, a token that acts for nobody, or the service itself.',
          examples: ['user'],
        }),
        id: nullable({
          description: 'Id of the user or token.',
          examples: ['user_01h455vb4pex5vsknk084sn02q'],
        }),
        name: Type.String({
          description: 'Name of the actor at that time.',
          examples: ['Rosa Delgado'],
        }),
      },
      { additionalProperties: false, description: 'Who made it.' },
    ),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  {
    additionalProperties: false,
    title: 'FollowUp',
    description: 'Something that is to be sent, or done by a person, at its time.',
  },
);
export type FollowUp = Static<typeof FollowUp>;
