import Type, { type Static, type TProperties } from 'typebox';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import * as field from '../../platform/http/fields.ts';
import { DuplicateMatch, Lead } from '../leads/index.ts';
import { Communication } from '../messaging/index.ts';
import { REASONS, type Reason } from './inbox-item.ts';

const { communication_id, status_reason, status_detail } = Communication.properties;
const { lead_id, name, phone, email, service_needed, source, status } = Lead.properties;
const { score, confidence, reasons } = DuplicateMatch.properties;

function oneOf<Name extends string>(names: readonly Name[], description: string) {
  return Type.Unsafe<Name>({
    type: 'string',
    enum: [...names],
    description,
    examples: [names[0]],
  });
}

/** An object, or null. */
function orNull<Fields extends TProperties>(
  title: string,
  description: string,
  fields: Fields,
  needs: object = {},
) {
  const object = field.closedObject(title, description, fields);
  return Type.Unsafe<Static<typeof object> | null>({
    ...object,
    type: ['object', 'null'],
    examples: [null],
    ...needs,
  });
}

const DueFollowUp = field.closedObject('DueFollowUp', 'A call or task that is due.', {
  follow_up_id: field.id('follow_up', 'Id of the follow-up.'),
  channel: oneOf(['call', 'task'], 'What is due.'),
  due_at: field.time('When it became due.'),
  text: field.nullable({ description: 'What to do.', examples: ['Ask about the estimate.'] }),
  assigned_to: field.nullable({
    description: 'Id of the user it is assigned to; null if unassigned.',
    examples: [null],
  }),
});

export const InboxItem = field.closedObject(
  'InboxItem',
  'A lifecycle number with everything under it that waits for a person.',
  {
    lifecycle_number: field.lifecycleNumber,
    lead_id,
    customer_id: field.nullable({
      description: 'Id of the customer; null if the lead has none.',
      examples: [null],
    }),
    name,
    phone,
    email,
    service_needed,
    source,
    status,
    assigned_to: Lead.properties.assigned_to,
    reasons: Type.Array(Type.Unsafe<Reason>(oneOf(REASONS, 'A reason.')), {
      description:
        'Why it waits. `new_lead`: no person has contacted the lead. `reply_unanswered`: no person has answered the last message. `duplicate_to_decide`: merge or attach the lead, or dismiss the duplicate. `call_due`, `task_due`: complete or move it. `message_failed`: a message could not be sent.',
      examples: [['new_lead']],
    }),
    waiting_since: field.nullableTime(
      'When the newest reason arose, or when the snooze ended; null if nothing waits. The list is in this order.',
    ),
    captured_at: field.time('When the lead was captured.'),
    first_contacted_at: field.nullableTime('When a person first contacted the lead.'),
    last_message: orNull(
      'LastMessage',
      'The newest call, chat, text or email; null if there is none.',
      {
        communication_id,
        channel: oneOf(['sms', 'email', 'call', 'chat'], 'Channel of the message.'),
        direction: oneOf(['inbound', 'outbound'], '`inbound` is from the contact.'),
        text: field.nullable({
          description: 'The first 200 characters of the text.',
          examples: ['Can you come on Friday?'],
        }),
        created_at: field.createdAt,
      },
      shownWith(['communications:read']),
    ),
    failed_message: orNull(
      'FailedMessage',
      'The newest message that could not be sent; null unless one waits for a person.',
      {
        communication_id,
        channel: oneOf(['sms', 'email'], 'Channel of the message.'),
        reason: status_reason,
        detail: status_detail,
      },
      shownWith(['communications:read']),
    ),
    duplicate: orNull(
      'PossibleDuplicate',
      'The lead that this one may duplicate; null unless a person has to decide.',
      {
        lead_id,
        customer_id: field.nullable({
          description: 'Id of its customer; null if it has none.',
          examples: [null],
        }),
        lifecycle_number: field.lifecycleNumber,
        name,
        score,
        confidence,
        reasons,
      },
    ),
    follow_ups: Type.Array(DueFollowUp, {
      description: 'The first ten calls and tasks that are due, oldest first.',
      ...shownWith(['follow_ups:read']),
    }),
    snoozed_until: field.nullableTime(
      'Until when it is hidden; null unless it is snoozed at present.',
    ),
    done_at: field.nullableTime('When it was marked as done; null if something newer waits.'),
    updated_at: field.updatedAt,
  },
);
export type InboxItem = Static<typeof InboxItem>;

export const UpdateInboxItemBody = field.closedObject(
  'UpdateInboxItem',
  'The mark: either `done` or `snoozed_until`.',
  {
    done: Type.Optional(
      Type.Boolean({
        description: '`true` hides it until something new waits. `false` brings it back.',
        examples: [true],
      }),
    ),
    snoozed_until: Type.Optional(
      field.nullable({
        format: 'date-time',
        description:
          'Hides it until then, or until something new waits. It is then no longer done. Null ends the snooze.',
        examples: ['2099-03-02T09:00:00-08:00'],
      }),
    ),
  },
  { oneOf: ['done', 'snoozed_until'], example: { done: true } },
);
export type UpdateInboxItemBody = Static<typeof UpdateInboxItemBody>;

const count = (of: string) =>
  Type.Integer({
    description: `Items in the view ${of}; 1,000 means at least 1,000.`,
    examples: [3],
  });

export const InboxSummary = field.closedObject('InboxSummary', 'What waits in the inbox.', {
  counts: field.closedObject('InboxCounts', 'The number of items by view.', {
    mine: count('`mine`, 0 if your token does not act for a user'),
    everyone: count('`everyone`'),
    snoozed: count('`snoozed`'),
  }),
  median_response_seconds_today: field.nullableInteger({
    description:
      'Median time until a person contacted a lead, of the leads captured today that were contacted; null if there is none. Of more than 1,000 leads, the newest 1,000 count.',
    examples: [130],
  }),
});
