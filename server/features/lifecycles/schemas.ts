import Type, { type Static } from 'typebox';
import { actorSchema } from '../../platform/events/actor-schema.ts';
import * as field from '../../platform/http/fields.ts';
import { Appointment } from '../calendar/index.ts';
import { Customer, customerFields } from '../customers/index.ts';
import { FollowUp } from '../follow-ups/index.ts';
import { Invoice } from '../invoices/index.ts';
import { Job } from '../jobs/index.ts';
import { Lead } from '../leads/index.ts';
import { Communication } from '../messaging/index.ts';
import { PlaybookRun } from '../playbooks/index.ts';

export const HistoryEntry = field.closedObject(
  'HistoryEntry',
  'Something that happened under the number.',
  {
    seq: Type.Integer({ description: 'Its place in the event log.', examples: [42] }),
    type: Type.String({ description: 'The kind of event.', examples: ['lead.created'] }),
    lifecycle_number: Type.String({
      description: 'The number it happened under: the lifecycle’s own, or one merged with it.',
      examples: ['100042-7'],
    }),
    at: field.time('When it happened.'),
    actor: actorSchema('Who did it.', {
      type: 'user',
      id: 'user_01h455vb4pex5vsknk084sn02q',
      name: 'Rosa Delgado',
    }),
    summary: Type.String({
      description: 'What happened, in a line.',
      examples: ['Lead captured from web_form: water_heater_repair'],
    }),
    ids: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The ids of what it is about.',
      examples: [{ lead_id: 'lead_01h455vb4pex5vsknk084sn02q' }],
    }),
  },
);
export type HistoryEntry = Static<typeof HistoryEntry>;

const paging = {
  has_more: Type.Boolean({
    description: 'Whether more happened than is shown.',
    examples: [false],
  }),
  next_cursor: field.nullable({
    description: 'Pass it as `cursor` to read on; null where all is shown.',
    examples: [null],
  }),
};

const work = {
  jobs: Type.Array(Job, { description: 'The newest twenty jobs; GET /v1/jobs lists them all.' }),
  appointments: Type.Array(Appointment, {
    description: 'The newest twenty appointments; GET /v1/appointments lists them all.',
  }),
  invoices: Type.Array(Invoice, {
    description: 'The newest twenty invoices; GET /v1/invoices lists them all.',
  }),
  follow_ups: Type.Array(FollowUp, {
    description: 'The newest twenty follow-ups; GET /v1/follow-ups lists them all.',
  }),
};

export const CustomerWithHistory = field.closedObject(
  'CustomerWithHistory',
  'The customer with its work and the history of its lifecycle.',
  {
    ...customerFields,
    ...work,
    history: Type.Array(HistoryEntry, {
      description:
        'Everything that happened under the number, and under those that are one with it, oldest first.',
    }),
    ...paging,
  },
);

export const Lifecycle = field.closedObject('Lifecycle', 'Everything under one number.', {
  lifecycle_number: field.lifecycleNumber,
  merged_into: field.nullable({
    description:
      'The number that stands for this one since their leads were merged; null unless merged.',
    examples: [null],
  }),
  merged_numbers: Type.Array(Type.String({ description: 'A number.', examples: ['100043-1'] }), {
    description: 'The numbers that were merged into this one.',
    examples: [[]],
  }),
  lead: Lead,
  customer: Type.Union([Customer, Type.Null()], {
    description:
      'The customer it became, or that the lead it was merged into became; null while there is none.',
    examples: [null],
  }),
  ...work,
  communications: Type.Array(Communication, {
    description: 'The newest twenty; GET /v1/communications lists them all.',
  }),
  playbook_runs: Type.Array(PlaybookRun, {
    description: 'The newest twenty runs of playbooks; GET /v1/playbook-runs lists them all.',
  }),
  timeline: Type.Array(HistoryEntry, {
    description:
      'Everything that happened under the number, and under those that are one with it, oldest first.',
  }),
  ...paging,
});
