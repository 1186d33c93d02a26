import Type, { type Static } from 'typebox';
import { Consent, ConsentBody } from '../../domain/consent-schema.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { DuplicateMatch } from './duplicate-schema.ts';
import { TranscriptBody } from './transcript-schema.ts';

const name = {
  maxLength: TEXT_LIMITS.name,
  description: 'Name of the contact, kept as sent.',
  examples: ['Dana Whitfield'],
};
const phone = {
  maxLength: TEXT_LIMITS.phone,
  description:
    'Phone number. In E.164 it is taken as it is; anything else is read as dialled in the organization’s country and stored as E.164.',
  examples: ['+14155550134'],
};
const email = {
  maxLength: TEXT_LIMITS.email,
  description: 'E-mail address, kept as sent.',
  examples: ['dana@example.com'],
};
const source = {
  maxLength: TEXT_LIMITS.source,
  description: 'Where the lead came from.',
  examples: ['web_form'],
};
const sourceRef = {
  maxLength: 200,
  description:
    'The source’s own id of the lead. The same source and source_ref again is the same lead: the first one is answered.',
  examples: ['gclid-7f3a91'],
};
const serviceNeeded = {
  maxLength: TEXT_LIMITS.code,
  description: 'What is wanted, as a code in snake_case.',
  examples: ['water_heater_repair'],
};
const address = {
  maxLength: TEXT_LIMITS.address,
  description: 'Postal address of the service location, on one line.',
  examples: ['1418 Alder St, Portland, OR 97205'],
};
const notes = {
  maxLength: TEXT_LIMITS.notes,
  description: 'Free text.',
  examples: ['Leaking since Sunday.'],
};

const contact = {
  name: Type.Optional(field.nullable(name)),
  phone: Type.Optional(field.nullable(phone)),
  email: Type.Optional(field.nullable(email)),
};

export const CaptureLeadBody = field.closedObject(
  'CaptureLead',
  'A lead needs a phone number or an e-mail address, and a service_needed.',
  {
    ...contact,
    source: Type.Optional(
      field.nullable({ ...source, description: `${source.description} Default \`api\`.` }),
    ),
    source_ref: Type.Optional(field.nullable(sourceRef)),
    service_needed: Type.Optional(field.nullable(serviceNeeded)),
    address: Type.Optional(field.nullable(address)),
    notes: Type.Optional(field.nullable(notes)),
    consent: Type.Optional(ConsentBody),
    transcript: Type.Optional(TranscriptBody),
  },
);

const assignedTo = field.nullable({
  maxLength: TEXT_LIMITS.id,
  description: 'Id of the active user who takes care of it; null for nobody.',
  examples: [null],
});

export const UpdateLeadBody = field.closedObject(
  'UpdateLead',
  'What is to change; null empties a field, what is left out stays.',
  {
    ...contact,
    source: Type.Optional(Type.String(source)),
    service_needed: Type.Optional(Type.String(serviceNeeded)),
    address: Type.Optional(field.nullable(address)),
    notes: Type.Optional(field.nullable(notes)),
    consent: Type.Optional(ConsentBody),
    assigned_to: Type.Optional(assignedTo),
  },
);

export const DisqualifyLeadBody = field.closedObject(
  'DisqualifyLead',
  'Why the lead is unqualified.',
  {
    reason: Type.String({
      minLength: 1,
      maxLength: TEXT_LIMITS.reason,
      pattern: field.NOT_BLANK,
      description: 'Why nothing will come of it.',
      examples: ['Outside our service area'],
    }),
  },
);

export const LEAD_STATUSES = ['new', 'qualified', 'unqualified', 'converted'] as const;

export const Lead = field.closedObject('Lead', 'A lead.', {
  lead_id: field.id('lead', 'Id of the lead.'),
  lifecycle_number: field.lifecycleNumber,
  duplicate_of: Type.Optional(
    field.id('lead', 'Id of the lead it likely repeats; only there when one was found at capture.'),
  ),
  name: field.nullable(name),
  phone: field.nullable({ ...phone, description: 'Phone number in E.164.' }),
  email: field.nullable(email),
  source: Type.String(source),
  source_ref: field.nullable({ ...sourceRef, description: 'The source’s own id of the lead.' }),
  service_needed: Type.String(serviceNeeded),
  address: field.nullable(address),
  notes: field.nullable(notes),
  status: Type.Unsafe<(typeof LEAD_STATUSES)[number]>({
    type: 'string',
    enum: [...LEAD_STATUSES],
    description: 'Where the lead stands.',
    examples: ['new'],
  }),
  unqualified_reason: field.nullable({
    maxLength: TEXT_LIMITS.reason,
    description: 'Why it is unqualified; null unless it is.',
    examples: [null],
  }),
  assigned_to: field.nullable({
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
  merged_into: field.nullable({
    description:
      'Id of the lead that stands for this one, since somebody said that both are one; null unless merged.',
    examples: [null],
  }),
  consent: Consent,
  qualified_at: field.nullableTime('When it was qualified, by the policy or by a person.'),
  first_contacted_at: field.nullableTime('When somebody first answered: the end of speed to lead.'),
  converted_at: field.nullableTime('When it became a customer.'),
  customer_id: field.nullable({
    description: 'Id of the customer it became.',
    examples: [null],
  }),
  deleted_at: field.nullableTime('When the lead was deleted; it stays readable.'),
  ...field.timestamps,
});

export type Lead = Static<typeof Lead>;
