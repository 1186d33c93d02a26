import Type, { type Static } from 'typebox';
import { Balance } from '../../domain/overview-schemas.ts';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import { holds } from '../../platform/auth/scopes.ts';
import { actorSchema } from '../../platform/events/actor-schema.ts';
import * as field from '../../platform/http/fields.ts';
import { Appointment } from '../calendar/index.ts';
import { Customer, customerFields } from '../customers/index.ts';
import { Estimate } from '../estimates/index.ts';
import { FollowUp } from '../follow-ups/index.ts';
import { Invoice } from '../invoices/index.ts';
import { Job } from '../jobs/index.ts';
import { Lead } from '../leads/index.ts';
import { Communication } from '../messaging/index.ts';
import { PlaybookRun } from '../playbooks/index.ts';

const optionalText = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

const HistoryDetails = field.closedObject(
  'HistoryDetails',
  'What the event says about its resource at that time. What does not apply is left out.',
  {
    status: optionalText('Status after the event.', 'not_sent'),
    reason: optionalText('Code or text of the reason, if it failed or was not sent.', 'opted_out'),
    detail: optionalText('More about the reason.', 'The number wants no texts.'),
    channel: optionalText('Channel of the message or follow-up.', 'sms'),
    direction: optionalText('Direction of the message.', 'outbound'),
    subject: optionalText('Subject of the email.', 'Your visit'),
    text: optionalText('The first 5,000 characters of the text.', 'See you at nine.'),
    note: optionalText('Result of the call or task.', 'She will call back.'),
    author: optionalText('Who wrote the note.', 'Rosa Delgado'),
    title: optionalText('Title of the job.', 'Replace the water heater'),
    assignee: optionalText('Name of the user who has the visit.', 'Rosa Delgado'),
    starts_at: optionalText('When the visit starts.', '2027-03-01T17:00:00.000Z'),
    ends_at: optionalText('When the visit ends.', '2027-03-01T19:00:00.000Z'),
    due_at: optionalText('When the follow-up or the run is due.', '2027-03-01T17:00:00.000Z'),
  },
);
export type HistoryDetails = Static<typeof HistoryDetails>;

export const HistoryEntry = field.closedObject(
  'HistoryEntry',
  'An event in the history of a lifecycle number.',
  {
    seq: Type.Integer({ description: 'Position of the event in the event log.', examples: [42] }),
    type: Type.String({ description: 'Event type.', examples: ['lead.created'] }),
    lifecycle_number: Type.String({
      description:
        'Lifecycle number of the event: the lifecycle’s own number, or one merged with it.',
      examples: ['100042-7'],
    }),
    at: field.time('When the event happened.'),
    actor: actorSchema('Who caused the event.', {
      type: 'user',
      id: 'user_01h455vb4pex5vsknk084sn02q',
      name: 'Rosa Delgado',
    }),
    summary: Type.String({
      description: 'What happened, in one line.',
      examples: ['Lead captured from web_form: water_heater_repair'],
    }),
    details: HistoryDetails,
    ids: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Ids of the resources that the event is about.',
      examples: [{ lead_id: 'lead_01h455vb4pex5vsknk084sn02q' }],
    }),
  },
);
export type HistoryEntry = Static<typeof HistoryEntry>;

const paging = {
  has_more: Type.Boolean({
    description: 'Whether there is another page.',
    examples: [false],
  }),
  next_cursor: field.nullable({
    description: 'Pass it as `cursor` to get the next page; null on the last page.',
    examples: [null],
  }),
};

/** The scopes of everything that a lifecycle can contain. */
const SCOPES_OF_PARTS = [
  'leads:read',
  'customers:read',
  'jobs:read',
  'appointments:read',
  'estimates:read',
  'invoices:read',
  'follow_ups:read',
  'communications:read',
  'playbooks:read',
] as const;

/** So that an empty list is not taken for "there are none". */
export function missingScopes(granted: readonly string[]): string[] {
  return SCOPES_OF_PARTS.filter((scope) => !holds(granted, scope));
}

const missing = {
  missing_scopes: Type.Array(
    Type.String({ description: 'A scope.', examples: ['invoices:read'] }),
    {
      description:
        'Scopes that your token lacks to see everything. What needs them is null or empty, and its events are left out.',
      examples: [[]],
    },
  ),
};

const work = {
  jobs: Type.Array(Job, {
    description: 'The newest 20 jobs, or fewer if they are very long. GET /v1/jobs lists them all.',
    ...shownWith(['jobs:read']),
  }),
  appointments: Type.Array(Appointment, {
    description:
      'The newest 20 appointments, or fewer if they are very long. GET /v1/appointments lists them all.',
    ...shownWith(['appointments:read']),
  }),
  estimates: Type.Array(Estimate, {
    description: 'The newest 20 estimates, or fewer.',
    ...shownWith(['estimates:read']),
  }),
  invoices: Type.Array(Invoice, {
    description:
      'The newest 20 invoices, or fewer if they are very long. GET /v1/invoices lists them all.',
    ...shownWith(['invoices:read']),
  }),
  follow_ups: Type.Array(FollowUp, {
    description: 'The newest 20 follow-ups. GET /v1/follow-ups lists them all.',
    ...shownWith(['follow_ups:read']),
  }),
};

export const CustomerWithHistory = field.closedObject(
  'CustomerWithHistory',
  'A customer with its newest records and the history of all its lifecycles.',
  {
    ...customerFields,
    ...work,
    history: Type.Array(HistoryEntry, {
      description:
        'All events under the lifecycle numbers of the customer, in the order that you ask for.',
    }),
    ...missing,
    ...paging,
  },
);

export const ContactLookup = field.closedObject(
  'ContactLookup',
  'The person behind a phone number or an email address.',
  {
    known: Type.Boolean({ description: 'Whether the person is known.', examples: [true] }),
    customer: Type.Union([Customer, Type.Null()], {
      description: 'The customer; null if the person is not one.',
      examples: [null],
      ...shownWith(['customers:read']),
    }),
    leads: Type.Array(Lead, {
      description: 'The newest 20 open leads of the person, newest first.',
    }),
    next_visit: Type.Union([Appointment, Type.Null()], {
      description: 'The next visit that is booked or under way; null if there is none.',
      examples: [null],
      ...shownWith(['appointments:read']),
    }),
    last_job: Type.Union([Job, Type.Null()], {
      description: 'The newest job; null if there is none.',
      examples: [null],
      ...shownWith(['jobs:read']),
    }),
    balance: Type.Array(Balance, {
      description: 'What the person owes, by currency.',
      ...shownWith(['invoices:read']),
    }),
    ...missing,
  },
);

export const Lifecycle = field.closedObject('Lifecycle', 'Everything under one lifecycle number.', {
  lifecycle_number: field.lifecycleNumber,
  merged_into: field.nullable({
    description:
      'Lifecycle number that represents this one after their leads were merged; null unless merged.',
    examples: [null],
  }),
  merged_numbers: Type.Array(
    Type.String({ description: 'A lifecycle number.', examples: ['100043-1'] }),
    {
      description: 'Lifecycle numbers that were merged into this one.',
      examples: [[]],
    },
  ),
  lead: Lead,
  customer: Type.Union([Customer, Type.Null()], {
    description:
      'The customer that this lead, or the lead it was merged into, was converted to; null until then.',
    examples: [null],
    ...shownWith(['customers:read']),
  }),
  ...work,
  communications: Type.Array(Communication, {
    description:
      'The newest 20 communications, or fewer if they are very long. GET /v1/communications lists them all.',
    ...shownWith(['communications:read']),
  }),
  playbook_runs: Type.Array(PlaybookRun, {
    description:
      'The newest 20 playbook runs, or fewer if they are very long. GET /v1/playbook-runs lists them all.',
    ...shownWith(['playbooks:read']),
  }),
  timeline: Type.Array(HistoryEntry, {
    description:
      'All events under this lifecycle number and the numbers merged with it, in the order that you ask for.',
  }),
  ...missing,
  ...paging,
});
