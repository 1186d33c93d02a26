import Type, { type Static } from 'typebox';
import { ANCHORS, type Anchor } from '../../domain/appointment-timers.ts';
import { nullablePurpose } from '../../domain/purpose.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { actorSchema } from '../../platform/events/actor-schema.ts';
import * as field from '../../platform/http/fields.ts';
import { CHANNELS, type Channel, DEFAULT_CANCEL_ON, STATUSES, type Status } from './follow-up.ts';

const channel = Type.Unsafe<Channel>({
  type: 'string',
  enum: [...CHANNELS],
  description:
    'Channel of the follow-up. The service sends a text (`sms`) or email automatically; a `call` or `task` waits for a user once it is due.',
  examples: ['task'],
});
const subject = {
  maxLength: 500,
  description: 'Subject of the email, as a Liquid template.',
  examples: [null],
};
const body = {
  maxLength: 20_000,
  description:
    'Content of the text or email, or the description of the call or task, as a Liquid template. It is rendered when the follow-up is due.',
  examples: ['Ask {{ lead.name }} whether the estimate arrived.'],
};
const assignedTo = {
  maxLength: TEXT_LIMITS.id,
  description: 'Id of the user the follow-up is assigned to.',
  examples: ['user_01h455vb4pex5vsknk084sn02q'],
};
const cancelOn = Type.Array(
  Type.String({
    maxLength: 100,
    description: 'Event type, or `communication.*` for all events of a resource.',
    examples: ['appointment.booked'],
  }),
  {
    maxItems: 50,
    description:
      'Event types that cancel the follow-up if they happen under its lifecycle number before it is due. Default: a reply, a booking, a conversion, or a deletion if there is no customer; none with `offset`.',
    examples: [DEFAULT_CANCEL_ON],
  },
);

const anchor = {
  enum: [...ANCHORS],
  description: 'Time of the appointment that `offset` counts from.',
  examples: ['starts_at'],
};
const offset = {
  maxLength: 40,
  description:
    'How long before (negative) or after the `anchor` the follow-up is due, as an ISO 8601 duration. It moves with the appointment.',
  examples: ['-PT24H'],
};

/** Fields that the create operation accepts and the resource shows. */
export const followUpFields = { channel, subject, body, assignedTo, cancelOn, anchor, offset };

export const FollowUp = field.closedObject(
  'FollowUp',
  'A text or email to send, or a call or task to do, at a set time.',
  {
    follow_up_id: field.id('follow_up', 'Id of the follow-up.'),
    lifecycle_number: field.lifecycleNumber,
    lead_id: field.id('lead', 'Id of the lead the follow-up is for.'),
    customer_id: field.nullable({
      description:
        'Id of the customer, if the lead was already a customer when the follow-up was created.',
      examples: [null],
    }),
    job_id: field.nullable({
      description: 'Id of the job the follow-up is about.',
      examples: [null],
    }),
    appointment_id: field.nullable({
      description: 'Id of the appointment the follow-up is about.',
      examples: [null],
    }),
    anchor: Type.Unsafe<Anchor | null>({
      ...anchor,
      type: ['string', 'null'],
      enum: [...ANCHORS, null],
      examples: [null],
    }),
    offset: field.nullable({ ...offset, examples: [null] }),
    next_follow_up_id: field.nullable({
      description:
        'Id of the follow-up that takes the place of this one, because the appointment was moved after this one had done its work.',
      examples: [null],
    }),
    channel: followUpFields.channel,
    status: Type.Unsafe<Status>({
      type: 'string',
      enum: [...STATUSES],
      description:
        'Status of the follow-up. It is `scheduled` until its due time. A call or task is then `due` until it is `done`; a text or email stays `scheduled` until it is confirmed as `sent`. A follow-up that must not be sent is `skipped`, and one that could not be sent is `failed`. For these and for `canceled`, see `reason`.',
      examples: ['scheduled'],
    }),
    reason: field.nullable({
      description:
        'Why the follow-up was skipped, failed or canceled: a code such as `opted_out`, the event type that canceled it, or the reason given in the cancel request.',
      examples: [null],
    }),
    detail: field.nullable({
      description:
        'Explanation of the reason, or why the text of a call or task is shown as it was written.',
      examples: [null],
    }),
    due_at: field.time(
      'When the follow-up is due. Quiet hours move a marketing text or email to the next minute in which it can be sent.',
    ),
    assigned_to: field.nullable(followUpFields.assignedTo),
    template_id: field.nullable({
      description: 'Id of the template for the text or email.',
      examples: [null],
    }),
    subject: field.nullable(followUpFields.subject),
    body: field.nullable(followUpFields.body),
    text: field.nullable({
      description: 'Description of the call or task, rendered when it became due.',
      examples: [null],
    }),
    cancel_on: followUpFields.cancelOn,
    purpose: nullablePurpose('for a call or a task'),
    expires_at: field.nullableTime(
      'When the text or email expires. If it was not sent by then, the follow-up is `skipped` with the reason `expired`.',
    ),
    note: field.nullable({
      description: 'Note on the result of the call or task.',
      examples: [null],
    }),
    communication_id: field.nullable({
      description: 'Id of the communication: the text or email of this follow-up.',
      examples: [null],
    }),
    run_id: field.nullable({
      description: 'Id of the playbook run that created the follow-up.',
      examples: [null],
    }),
    created_by: actorSchema('Who created the follow-up.'),
    ...field.timestamps,
  },
);
export type FollowUp = Static<typeof FollowUp>;
