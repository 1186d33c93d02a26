import Type, { type Static } from 'typebox';
import { Consent, ConsentBody } from '../../domain/consent-schema.ts';
import {
  createdAt,
  id,
  lifecycleNumber,
  NOT_BLANK,
  nullable,
  nullableTime,
  updatedAt,
} from '../../platform/http/fields.ts';

const name = {
  maxLength: 200,
  description: 'Name of the contact, kept as sent.',
  examples: ['Dana Whitfield'],
};
const phone = {
  maxLength: 50,
  description:
    'Phone number. In E.164 it is taken as it is; anything else is read as dialled in the organization’s country and stored as E.164.',
  examples: ['+14155550134'],
};
const email = {
  maxLength: 254,
  description: 'E-mail address, kept as sent.',
  examples: ['dana@example.com'],
};
const source = { maxLength: 100, description: 'Where the lead came from.', examples: ['web_form'] };
const sourceRef = {
  maxLength: 200,
  description:
    'The source’s own id of the lead. The same source and source_ref again is the same lead: the first one is answered.',
  examples: ['gclid-7f3a91'],
};
const serviceNeeded = {
  maxLength: 64,
  description: 'What is wanted, as a code in snake_case.',
  examples: ['water_heater_repair'],
};
const address = {
  maxLength: 500,
  description: 'Postal address of the service location, on one line.',
  examples: ['1418 Alder St, Portland, OR 97205'],
};
const notes = { maxLength: 10_000, description: 'Free text.', examples: ['Leaking since Sunday.'] };

export const TranscriptBody = Type.Object(
  {
    channel: Type.Unsafe<'call' | 'chat'>({
      type: 'string',
      enum: ['call', 'chat'],
      description: 'Whether it was spoken or typed.',
      examples: ['call'],
    }),
    text: Type.String({
      minLength: 1,
      maxLength: 200_000,
      pattern: NOT_BLANK,
      description: 'What was said, kept as sent.',
      examples: ['Agent: How can I help? Caller: My water heater is leaking.'],
    }),
    occurred_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When it began. Default: now.',
        examples: ['2027-03-01T08:55:00-05:00'],
      }),
    ),
    duration_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        description: 'How long it took.',
        examples: [184],
      }),
    ),
    recording_url: Type.Optional(
      Type.String({
        maxLength: 2000,
        format: 'uri',
        description: 'Where the recording can be heard.',
        examples: ['https://calls.example.com/r/7f3a91'],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'Transcript',
    description:
      'The call or chat that the lead came from; it is kept as an inbound communication under the lead’s number.',
    examples: [{ channel: 'call', text: 'Caller: My water heater is leaking.' }],
  },
);
export type TranscriptBody = Static<typeof TranscriptBody>;

export const CaptureLeadBody = Type.Object(
  {
    name: Type.Optional(nullable(name)),
    phone: Type.Optional(nullable(phone)),
    email: Type.Optional(nullable(email)),
    source: Type.Optional(
      nullable({ ...source, description: `${source.description} Default \`api\`.` }),
    ),
    source_ref: Type.Optional(nullable(sourceRef)),
    service_needed: Type.Optional(nullable(serviceNeeded)),
    address: Type.Optional(nullable(address)),
    notes: Type.Optional(nullable(notes)),
    consent: Type.Optional(ConsentBody),
    transcript: Type.Optional(TranscriptBody),
  },
  {
    additionalProperties: false,
    title: 'CaptureLead',
    description: 'A lead needs a phone number or an e-mail address, and a service_needed.',
  },
);

const assignedTo = nullable({
  maxLength: 100,
  description: 'Id of the active user who takes care of it; null for nobody.',
  examples: [null],
});

export const UpdateLeadBody = Type.Object(
  {
    name: Type.Optional(nullable(name)),
    phone: Type.Optional(nullable(phone)),
    email: Type.Optional(nullable(email)),
    source: Type.Optional(Type.String(source)),
    service_needed: Type.Optional(Type.String(serviceNeeded)),
    address: Type.Optional(nullable(address)),
    notes: Type.Optional(nullable(notes)),
    consent: Type.Optional(ConsentBody),
    assigned_to: Type.Optional(assignedTo),
  },
  {
    additionalProperties: false,
    title: 'UpdateLead',
    description: 'What is to change; null empties a field, what is left out stays.',
  },
);

export const DisqualifyLeadBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: NOT_BLANK,
      description: 'Why nothing will come of it.',
      examples: ['Outside our service area'],
    }),
  },
  {
    additionalProperties: false,
    title: 'DisqualifyLead',
    description: 'Why the lead is unqualified.',
  },
);

export const LEAD_STATUSES = ['new', 'qualified', 'unqualified', 'converted'] as const;

export const DuplicateMatch = Type.Object(
  {
    lead_id: id('lead', 'Id of the lead it likely is: the oldest living one of its kind.'),
    customer_id: Type.Optional(id('customer', 'Id of the customer which that lead became.')),
    lifecycle_number: lifecycleNumber,
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How sure it is, from 0.5 (likely) over 0.9 (certain) to 1.',
      examples: [0.97],
    }),
    confidence: Type.Unsafe<'likely' | 'certain'>({
      type: 'string',
      enum: ['likely', 'certain'],
      description: '`likely`: somebody should look. `certain`: safe to merge without looking.',
      examples: ['certain'],
    }),
    reasons: Type.Array(Type.String({ description: 'A reason.', examples: ['same_phone'] }), {
      description: 'What speaks for it, and what speaks against it.',
      examples: [['same_phone', 'similar_name']],
    }),
  },
  {
    additionalProperties: false,
    title: 'DuplicateMatch',
    description: 'Whom a lead likely is, and why.',
  },
);
export type DuplicateMatch = Static<typeof DuplicateMatch>;

export const Lead = Type.Object(
  {
    lead_id: id('lead', 'Id of the lead.'),
    lifecycle_number: lifecycleNumber,
    duplicate_of: Type.Optional(
      id('lead', 'Id of the lead it likely repeats; only there when one was found at capture.'),
    ),
    name: nullable(name),
    phone: nullable({ ...phone, description: 'Phone number in E.164.' }),
    email: nullable(email),
    source: Type.String(source),
    source_ref: nullable({ ...sourceRef, description: 'The source’s own id of the lead.' }),
    service_needed: Type.String(serviceNeeded),
    address: nullable(address),
    notes: nullable(notes),
    status: Type.Unsafe<(typeof LEAD_STATUSES)[number]>({
      type: 'string',
      enum: [...LEAD_STATUSES],
      description: 'Where the lead stands.',
      examples: ['new'],
    }),
    unqualified_reason: nullable({
      maxLength: 500,
      description: 'Why it is unqualified; null unless it is.',
      examples: [null],
    }),
    assigned_to: nullable({
      description: 'Id of the user who takes care of it.',
      examples: ['user_01h455vb4pex5vsknk084sn02q'],
    }),
    // A list of types, not a union: the serializer writes it without trying each branch.
    duplicate_match: Type.Unsafe<DuplicateMatch | null>({
      ...DuplicateMatch,
      type: ['object', 'null'],
      title: undefined,
      description: 'Whom it likely repeats, how sure that is, and why; null when nobody was found.',
      examples: [null],
    }),
    merged_into: nullable({
      description:
        'Id of the lead that stands for this one, since somebody said that both are one; null unless merged.',
      examples: [null],
    }),
    consent: Consent,
    qualified_at: nullableTime('When it was qualified, by the policy or by a person.'),
    first_contacted_at: nullableTime('When somebody first answered: the end of speed to lead.'),
    converted_at: nullableTime('When it became a customer.'),
    customer_id: nullable({
      description: 'Id of the customer it became.',
      examples: [null],
    }),
    deleted_at: nullableTime('When the lead was deleted; it stays readable.'),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  { additionalProperties: false, title: 'Lead', description: 'A lead.' },
);

export type Lead = Static<typeof Lead>;
