import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';

const ids = (prefix: string, description: string) =>
  Type.Array(field.id(prefix, `Id of a ${prefix}.`), {
    description,
    examples: [[`${prefix}_01h455vb4pex5vsknk084sn02q`]],
  });

export const Erasure = field.closedObject('Erasure', 'The erasure of a person.', {
  erasure_id: field.id('erasure', 'Id of the erasure.'),
  lifecycle_number: field.lifecycleNumber,
  status: Type.Unsafe<'running' | 'completed'>({
    type: 'string',
    enum: ['running', 'completed'],
    description: 'Status of the erasure. When it is `completed`, no value of the person is left.',
    examples: ['running'],
  }),
  lead_ids: ids('lead', 'The leads of the person: merged ones and certain duplicates too.'),
  customer_ids: ids('customer', 'The customers of the person.'),
  lifecycle_numbers: Type.Array(
    Type.String({ description: 'A lifecycle number.', examples: ['100042-7'] }),
    { description: 'The lifecycle numbers of the person.', examples: [['100042-7']] },
  ),
  counts: Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'How many records were erased so far, by kind.',
    examples: [{ contacts: 2, events: 41 }],
  }),
  completed_at: field.nullableTime('When the erasure was completed; null until then.'),
  ...field.timestamps,
});
export type Erasure = Static<typeof Erasure>;

const MIN_DAYS = 7;
const MAX_DAYS = 3650;

const days = (description: string) =>
  field.nullableInteger({
    minimum: MIN_DAYS,
    maximum: MAX_DAYS,
    description: `${description} ${MIN_DAYS} to ${MAX_DAYS}; null, the default, stores them without a limit.`,
    examples: [365],
  });

export const RETENTION_KINDS = ['transcripts', 'messages', 'deliveries', 'raw_payloads'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

const retentionFields = {
  transcripts_days: days('Days until transcripts and recordings of calls and chats expire.'),
  messages_days: days('Days until subjects and bodies of texts, emails and notes expire.'),
  deliveries_days: days('Days until responses of webhook receivers expire.'),
  raw_payloads_days: days(
    'Days until reports of imports, which can quote the file, and what sources sent (receipts) expire.',
  ),
};

export const Retention = field.closedObject(
  'Retention',
  'After how many days values are replaced by `[expired]`. Records are never deleted.',
  {
    organization_id: field.id('organization', 'Id of your organization.'),
    ...retentionFields,
    ...field.timestamps,
  },
);
export type Retention = Static<typeof Retention>;

export const UpdateRetentionBody = field.closedObject(
  'UpdateRetention',
  'The settings to change. Settings you leave out stay unchanged.',
  {
    transcripts_days: Type.Optional(retentionFields.transcripts_days),
    messages_days: Type.Optional(retentionFields.messages_days),
    deliveries_days: Type.Optional(retentionFields.deliveries_days),
    raw_payloads_days: Type.Optional(retentionFields.raw_payloads_days),
  },
  { example: { transcripts_days: 365, messages_days: 730 } },
);

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });

export const RetentionSummary = field.closedObject(
  'RetentionSummary',
  'How many records had their values replaced.',
  {
    transcripts: count('Number of transcripts, and of events that contained them.'),
    messages: count('Number of messages, and of events that contained them.'),
    deliveries: count('Number of webhook deliveries.'),
    raw_payloads: count('Number of errors in reports of imports, and of receipts of sources.'),
  },
);
