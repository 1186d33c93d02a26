import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
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
  maxLength: TEXT_LIMITS.id,
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

/** What is given when it is made, and shown from then on. */
export const followUpFields = { channel, subject, body, assignedTo, cancelOn };

export const FollowUp = field.closedObject(
  'FollowUp',
  'Something that is to be sent, or done by a person, at its time.',
  {
    follow_up_id: field.id('follow_up', 'Id of the follow-up.'),
    lifecycle_number: field.lifecycleNumber,
    lead_id: field.id('lead', 'Id of the lead it is for.'),
    customer_id: field.nullable({
      description: 'Id of the customer that the lead was when it was made.',
      examples: [null],
    }),
    job_id: field.nullable({ description: 'Id of the job it is about.', examples: [null] }),
    channel: followUpFields.channel,
    status: Type.Unsafe<Status>({
      type: 'string',
      enum: [...STATUSES],
      description:
        '`scheduled` until its time has come; a call or task is then `due` until it is `done`. A text or mail stays `scheduled` until it is known to be `sent`. `skipped` because it must not be sent, `failed` because it could not be, or `canceled`: see `reason`.',
      examples: ['scheduled'],
    }),
    reason: field.nullable({
      description:
        'Why it was skipped, failed or canceled: a code such as `opted_out`, the kind of event that canceled it, or what the person said who did.',
      examples: [null],
    }),
    detail: field.nullable({ description: 'More on the reason, for people.', examples: [null] }),
    due_at: field.time(
      'When it is due. Quiet hours move it to the next minute in which it may be sent.',
    ),
    assigned_to: field.nullable(followUpFields.assignedTo),
    template_id: field.nullable({
      description: 'The template that the text or mail is made of.',
      examples: [null],
    }),
    subject: field.nullable(followUpFields.subject),
    body: field.nullable(followUpFields.body),
    text: field.nullable({
      description: 'What a call or task says, filled in when it fell due.',
      examples: [null],
    }),
    cancel_on: followUpFields.cancelOn,
    note: field.nullable({ description: 'What came of it.', examples: [null] }),
    communication_id: field.nullable({
      description: 'The text or mail that it became.',
      examples: [null],
    }),
    run_id: field.nullable({ description: 'The playbook’s run that made it.', examples: [null] }),
    created_by: field.actor('Who made it.'),
    ...field.timestamps,
  },
);
export type FollowUp = Static<typeof FollowUp>;
