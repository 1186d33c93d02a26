import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { MAX_BYTES } from '../../platform/http/body-limit.ts';
import * as field from '../../platform/http/fields.ts';
import { CaptureLeadBody } from '../leads/index.ts';
import { Mapping } from './schemas.ts';

export const OUTCOMES = [
  'pending',
  'captured',
  'attached',
  'quarantined',
  'released',
  'discarded',
  'ignored',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

const change = {
  receipt_id: field.id('receipt', 'Id of the receipt.'),
  source_id: field.id('source', 'Id of the source.'),
  outcome: Type.Unsafe<Outcome>({
    type: 'string',
    enum: [...OUTCOMES],
    description:
      '`captured` or `released`: it became a lead. `attached`: it belongs to a lead that was already there. `pending`: its fields are being fetched. `ignored`: it is not about a new lead.',
    examples: ['quarantined'],
  }),
  reason: field.nullable({
    description: 'Code of why it did not become a lead by itself.',
    examples: ['contact_channel_missing'],
  }),
  lead_id: field.nullable({ description: 'Id of its lead; null if none.', examples: [null] }),
  received_at: field.time('When it first arrived.'),
};

/** Without what the person wrote: the log is read by many. */
export const QuarantineChange = field.closedObject(
  'QuarantineChange',
  'What happened to something in quarantine.',
  change,
);

const fields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'Fields of a lead that were read in it.',
  examples: [{ name: 'Dana Whitfield', source: 'angi' }],
});

export const Receipt = field.closedObject('SourceReceipt', 'Something that a source sent.', {
  ...change,
  detail: field.nullable({
    description: 'What to do about it.',
    examples: ['The lead has no contact details. Send a phone number or an email address.'],
  }),
  discard_reason: field.nullable({ description: 'Why it was discarded.', examples: [null] }),
  lifecycle_number: field.nullable({
    description: 'Number of its lead; null if none.',
    examples: [null],
  }),
  fields,
  content_type: Type.String({
    description: 'Type of the payload.',
    examples: ['application/json'],
  }),
  payload: field.nullable({
    description:
      'What arrived. A list shows the first 8 KiB. Null after it has expired or was erased.',
    examples: ['{"name":"Dana Whitfield"}'],
  }),
  payload_encoding: Type.Unsafe<'text' | 'base64'>({
    type: 'string',
    enum: ['text', 'base64'],
    description: '`base64` for what is not UTF-8, or has a NUL.',
    examples: ['text'],
  }),
  payload_bytes: Type.Integer({
    description: 'How long it was. At most 256 KiB of it are kept.',
    examples: [812],
  }),
  deliveries: Type.Integer({ description: 'How often it arrived.', examples: [1] }),
  settled_at: field.nullableTime('When a person decided about it.'),
});
export type Receipt = Static<typeof Receipt>;

const { transcript: _transcript, source_ref: _ref, ...leadFields } = CaptureLeadBody.properties;

export const ReleaseBody = field.closedObject(
  'ReleaseQuarantined',
  'What is missing or wrong. These fields replace those that were read.',
  {
    fields: Type.Optional(
      Type.Object(leadFields, {
        additionalProperties: false,
        description: 'Fields of the lead.',
        examples: [{ phone: '+14155550134' }],
      }),
    ),
  },
  { example: { fields: { phone: '+14155550134', service_needed: 'ac_repair' } } },
);

export const DiscardBody = field.closedObject(
  'DiscardQuarantined',
  'Why it is no lead.',
  {
    reason: Type.String({
      pattern: field.NOT_BLANK,
      maxLength: TEXT_LIMITS.reason,
      description: 'Why it is no lead.',
      examples: ['Spam'],
    }),
  },
  { example: { reason: 'Spam' } },
);

const MAX_PREVIEW_BYTES = 256 * 1024;

export const PreviewBody = field.closedObject(
  'PreviewSource',
  'What would be sent, or a receipt with what was.',
  {
    payload: Type.Optional(
      Type.Unsafe<unknown>({
        type: ['object', 'array', 'string'],
        additionalProperties: true,
        items: {},
        maxItems: 1_000,
        maxLength: MAX_PREVIEW_BYTES,
        [MAX_BYTES]: MAX_PREVIEW_BYTES,
        description: 'The body of the request: a JSON value, or the text of a mail or a form.',
        examples: [{ contact: { name: 'Dana Whitfield', phone: '415-555-0134' } }],
      }),
    ),
    receipt_id: Type.Optional(
      Type.String({
        description: 'Instead of a payload: something that this source sent.',
        examples: ['receipt_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    mapping: Type.Optional(Mapping),
    content_type: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Type of a text. Default: what its kind sends.',
        examples: ['message/rfc822'],
      }),
    ),
  },
  { example: { payload: { contact: { name: 'Dana Whitfield', phone: '415-555-0134' } } } },
);

export const SourcePreview = field.closedObject(
  'SourcePreview',
  'What would become of it. Nothing was written.',
  {
    results: Type.Array(
      field.closedObject('SourcePreviewResult', 'One of the leads that were sent.', {
        outcome: Type.Unsafe<'captured' | 'quarantined' | 'ignored' | 'pending'>({
          type: 'string',
          enum: ['captured', 'quarantined', 'ignored', 'pending'],
          description: 'What would become of it.',
          examples: ['captured'],
        }),
        reason: change.reason,
        detail: field.nullable({ description: 'What to do about it.', examples: [null] }),
        fields,
      }),
      { description: 'One for each lead in the payload, at most 50.' },
    ),
  },
);
