import Type, { type Static } from 'typebox';
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

export const CaptureLeadBody = Type.Object(
  {
    name: Type.Optional(nullable(name)),
    phone: Type.Optional(nullable(phone)),
    email: Type.Optional(nullable(email)),
    source: Type.Optional(
      nullable({ ...source, description: `${source.description} Default \`api\`.` }),
    ),
    service_needed: Type.Optional(nullable(serviceNeeded)),
    address: Type.Optional(nullable(address)),
    notes: Type.Optional(nullable(notes)),
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

export const Lead = Type.Object(
  {
    lead_id: id('lead', 'Id of the lead.'),
    lifecycle_number: lifecycleNumber,
    name: nullable(name),
    phone: nullable({ ...phone, description: 'Phone number in E.164.' }),
    email: nullable(email),
    source: Type.String(source),
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
