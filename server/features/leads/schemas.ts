import Type, { type Static } from 'typebox';
import { Consent, ConsentBody } from '../../domain/consent-schema.ts';
import { contactLanguage } from '../../domain/languages.ts';
import { balance, nextVisit } from '../../domain/overview-schemas.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { DuplicateMatch } from './duplicate-schema.ts';
import { Attribution, Metadata } from './origin-schemas.ts';
import { TranscriptBody } from './transcript-schema.ts';

const name = {
  maxLength: TEXT_LIMITS.name,
  description: 'Name of the contact, stored as sent.',
  examples: ['Dana Whitfield'],
};
const phone = {
  maxLength: TEXT_LIMITS.phone,
  description:
    'Phone number. E.164 is stored unchanged; any other format is read as dialed in the organization’s country and stored as E.164.',
  examples: ['+14155550134'],
};
const email = {
  maxLength: TEXT_LIMITS.email,
  description: 'Email address, stored as sent.',
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
    'The source’s own id of the lead. Sending the same `source` and `source_ref` again returns the first lead.',
  examples: ['gclid-7f3a91'],
};
const serviceNeeded = {
  maxLength: TEXT_LIMITS.code,
  description: 'Requested service, as a code in snake_case.',
  examples: ['water_heater_repair'],
};
const address = {
  maxLength: TEXT_LIMITS.address,
  description: 'Postal address of the service location, on one line.',
  examples: ['1418 Alder St, Portland, OR 97205'],
};
const notes = {
  maxLength: TEXT_LIMITS.notes,
  description: 'Notes about the lead, as free text.',
  examples: ['Leaking since Sunday.'],
};

const contact = {
  name: Type.Optional(field.nullable(name)),
  phone: Type.Optional(field.nullable(phone)),
  email: Type.Optional(field.nullable(email)),
};

export const CaptureLeadBody = field.closedObject(
  'CaptureLead',
  'A lead needs a phone number or an email address, and a service_needed.',
  {
    ...contact,
    source: Type.Optional(
      field.nullable({ ...source, description: `${source.description} Default \`api\`.` }),
    ),
    source_ref: Type.Optional(field.nullable(sourceRef)),
    service_needed: Type.Optional(field.nullable(serviceNeeded)),
    address: Type.Optional(field.nullable(address)),
    notes: Type.Optional(field.nullable(notes)),
    language: Type.Optional(contactLanguage),
    metadata: Type.Optional(Metadata),
    attribution: Type.Optional(Attribution),
    consent: Type.Optional(ConsentBody),
    transcript: Type.Optional(TranscriptBody),
  },
  {
    required: ['service_needed'],
    anyOf: ['phone', 'email'],
    example: {
      name: 'Dana Whitfield',
      phone: '+14155550134',
      service_needed: 'water_heater_repair',
      address: '1418 Alder St, Portland, OR 97205',
      notes: 'Leaking since Sunday.',
      consent: { sms: 'granted', wording: 'Text me about my request. Reply STOP to end.' },
    },
  },
);

const assignedTo = field.nullable({
  maxLength: TEXT_LIMITS.id,
  description: 'Id of the active user the lead is assigned to; null to unassign it.',
  examples: [null],
});

export const UpdateLeadBody = field.closedObject(
  'UpdateLead',
  'The fields to change. Null clears a field; fields you leave out stay unchanged. `metadata` and `attribution` are replaced as a whole.',
  {
    ...contact,
    source: Type.Optional(Type.String(source)),
    service_needed: Type.Optional(Type.String(serviceNeeded)),
    address: Type.Optional(field.nullable(address)),
    notes: Type.Optional(field.nullable(notes)),
    language: Type.Optional(contactLanguage),
    metadata: Type.Optional(Metadata),
    attribution: Type.Optional(Attribution),
    consent: Type.Optional(ConsentBody),
    assigned_to: Type.Optional(assignedTo),
  },
  {
    example: {
      notes: 'Leaking since Sunday. The gate code is 4417.',
      assigned_to: 'user_01h455vb4pex5vsknk084sn02q',
    },
  },
);

export const DisqualifyLeadBody = field.closedObject(
  'DisqualifyLead',
  'The reason to disqualify a lead.',
  {
    reason: Type.String({
      minLength: 1,
      maxLength: TEXT_LIMITS.reason,
      pattern: field.NOT_BLANK,
      description: 'Why the lead is not worth pursuing.',
      examples: ['Outside our service area'],
    }),
  },
  { example: { reason: 'Outside our service area' } },
);

export const LoseLeadBody = field.closedObject(
  'LoseLead',
  'The reason why a lead was lost.',
  {
    reason: Type.String({
      minLength: 1,
      maxLength: TEXT_LIMITS.reason,
      pattern: field.NOT_BLANK,
      description: 'Why the person will not buy.',
      examples: ['Chose another company'],
    }),
  },
  { example: { reason: 'Chose another company' } },
);

export const LEAD_STATUSES = ['new', 'qualified', 'unqualified', 'converted'] as const;

export const Lead = field.closedObject('Lead', 'A lead.', {
  lead_id: field.id('lead', 'Id of the lead.'),
  lifecycle_number: field.lifecycleNumber,
  duplicate_of: Type.Optional(
    field.id(
      'lead',
      'Id of the lead this one likely duplicates; present only if one was found at capture.',
    ),
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
    description: 'Status of the lead.',
    examples: ['new'],
  }),
  unqualified_reason: field.nullable({
    maxLength: TEXT_LIMITS.reason,
    description: 'Why the lead is unqualified; null unless it is.',
    examples: [null],
  }),
  assigned_to: field.nullable({
    description: 'Id of the user the lead is assigned to; null if unassigned.',
    examples: ['user_01h455vb4pex5vsknk084sn02q'],
  }),
  // A list of types, not a union, so that the serializer does not try each branch.
  duplicate_match: Type.Unsafe<DuplicateMatch | null>({
    ...DuplicateMatch,
    type: ['object', 'null'],
    description:
      'The lead this one likely duplicates, how sure the match is, and why; null if none was found.',
    examples: [null],
  }),
  duplicate_dismissed_at: field.nullableTime(
    'When a person decided that the lead is not a duplicate; null if that is open, or if none was found.',
  ),
  merged_into: field.nullable({
    description: 'Id of the lead that this one was merged into; null unless merged.',
    examples: [null],
  }),
  language: contactLanguage,
  metadata: Metadata,
  attribution: Attribution,
  consent: Consent,
  qualified_at: field.nullableTime('When the lead was qualified, by the policy or by a person.'),
  first_contacted_at: field.nullableTime(
    'When a person first contacted the lead: an outbound message or call, an answered call or chat, or a booking. This stops the speed-to-lead clock.',
  ),
  first_response_at: field.nullableTime(
    'When a playbook or a follow-up sent the first automatic message; null if there was none before a person contacted the lead.',
  ),
  converted_at: field.nullableTime('When the lead was converted to a customer.'),
  customer_id: field.nullable({
    description:
      'Id of the customer of this lead: known at capture by a certain match, attached, or created by conversion; null if none.',
    examples: [null],
  }),
  relation: Type.Unsafe<'new' | 'returning'>({
    type: 'string',
    enum: ['new', 'returning'],
    description: '`returning`: the person was a customer already when the lead came. Else `new`.',
    examples: ['new'],
  }),
  outcome: Type.Unsafe<'won' | 'lost' | null>({
    type: ['string', 'null'],
    enum: ['won', 'lost', null],
    description: '`won`: a job was sold. `lost`: no job will be sold. Null while it is open.',
    examples: [null],
  }),
  outcome_at: field.nullableTime('When the outcome was decided.'),
  lost_reason: field.nullable({
    maxLength: TEXT_LIMITS.reason,
    description: 'Why the lead was lost; null unless it is.',
    examples: [null],
  }),
  booked: Type.Boolean({
    description:
      'Whether a visit is booked or took place. Canceled and missed visits do not count.',
    examples: [false],
  }),
  last_activity_at: field.time(
    'When anything last happened with the lead, its visits, jobs, invoices or messages.',
  ),
  next_visit: nextVisit,
  balance,
  deleted_at: field.nullableTime('When the lead was deleted. You can still get it by id.'),
  ...field.timestamps,
});

export type Lead = Static<typeof Lead>;

/** What a token that can only capture leads gets to see: nothing that was stored before. */
export const CapturedLead = field.closedObject(
  'CapturedLead',
  'What a token with only `leads:capture` sees of the lead.',
  {
    lead_id: Lead.properties.lead_id,
    lifecycle_number: Lead.properties.lifecycle_number,
    status: Lead.properties.status,
  },
);
