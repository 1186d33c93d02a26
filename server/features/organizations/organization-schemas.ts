import Type, { type Static } from 'typebox';
import { brandColor } from '../../domain/brand-color.ts';
import { CURRENCY_FORM } from '../../domain/currencies.ts';
import { languageField } from '../../domain/languages.ts';
import { DEFAULT_QUIET_HOURS } from '../../domain/quiet-hours.ts';
import { requiredText, TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import {
  DEFAULT_CUSTOMER_CHANGES,
  DEFAULT_MESSAGES_PER_PERSON,
  DEFAULT_SCHEDULING,
} from './organization.ts';
import { TextLimits, TextLimitsChange } from './text-limits-schema.ts';
import { tokenSecret } from './token-schemas.ts';
import { WorkingHoursSchema } from './working-hours-schema.ts';

const organizationName = requiredText('name', 'Name of the company.', 'Alder Heating & Air');
const timeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'IANA time zone of the organization’s days and hours.',
  examples: ['America/Los_Angeles'],
});
const country = Type.String({
  pattern: '^[A-Z]{2}$',
  description:
    'ISO 3166 country code. Phone numbers without a country code are read as dialed in this country.',
  examples: ['US'],
});
const currency = Type.String({
  pattern: CURRENCY_FORM,
  description:
    'ISO 4217 code of the currency of amounts that are sent without one. For a new organization that of its country.',
  examples: ['USD'],
});

const qualificationPolicy = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'Which leads are qualified at capture: `auto` (all), `auto_except_duplicates` (all except likely duplicates), `manual` (none; a person decides), or a CEL rule about `lead`.',
  examples: ['auto', "lead.source == 'web_form' && lead.phone != null"],
});

const minimumNotice = Type.Integer({
  minimum: 0,
  maximum: 43_200,
  description: 'Minimum time between booking an appointment and its start, in minutes. Default 0.',
  examples: [120],
});
const buffer = Type.Integer({
  minimum: 0,
  maximum: 480,
  description: 'Free time before and after each appointment, in minutes. Default 0.',
  examples: [15],
});
const step = Type.Integer({
  minimum: 5,
  maximum: 1440,
  description: 'Time between two offered appointment starts, in minutes. Default 30.',
  examples: [30],
});
const horizon = Type.Integer({
  minimum: 1,
  maximum: 730,
  description: 'How many days ahead appointments are offered. Default 365.',
  examples: [365],
});

const ArrivalWindowSchema = Type.Object(
  {
    duration: Type.String({
      maxLength: 40,
      description: 'Length of a window, from 15 minutes to a day, as an ISO 8601 duration.',
      examples: ['PT2H'],
    }),
    aligned: Type.Optional(
      Type.Boolean({
        description:
          'Whether windows start at multiples of their length, counted from midnight (08:00, 10:00, …). If not, a window starts with its appointment. Default true.',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false },
);
const arrivalWindow = Type.Unsafe<{ duration: string; aligned?: boolean } | null>({
  ...ArrivalWindowSchema,
  type: ['object', 'null'],
  description: 'The arrival window that new appointments and offered slots get; null for none.',
  examples: [null, { duration: 'PT2H', aligned: true }],
});

const travel = Type.Unsafe<{ speed_kmh: number; base_minutes: number } | null>({
  ...Type.Object(
    {
      speed_kmh: Type.Number({
        minimum: 1,
        maximum: 200,
        description: 'Speed in kilometers per hour, on the direct line.',
        examples: [40],
      }),
      base_minutes: Type.Integer({
        minimum: 0,
        maximum: 240,
        description: 'Minutes that every way takes, such as for parking.',
        examples: [5],
      }),
    },
    { additionalProperties: false },
  ),
  type: ['object', 'null'],
  description:
    'How long the way between two visits takes whose coordinates are known; null to not count it.',
  examples: [null],
});

const CustomerChanges = field.closedObject(
  'CustomerChanges',
  'Whether customers can move and cancel visits with their link.',
  {
    allowed: Type.Boolean({ description: 'Whether they can. Default true.', examples: [true] }),
    until_hours_before: Type.Integer({
      minimum: 0,
      maximum: 720,
      description: 'Until how many hours before the visit. Default 24.',
      examples: [24],
    }),
  },
  { example: DEFAULT_CUSTOMER_CHANGES },
);

const Scheduling = Type.Object(
  {
    minimum_notice_minutes: minimumNotice,
    buffer_minutes: buffer,
    step_minutes: step,
    horizon_days: horizon,
    arrival_window: arrivalWindow,
    travel,
    customer_changes: CustomerChanges,
  },
  {
    additionalProperties: false,
    title: 'Scheduling',
    description: 'Rules for offering appointments.',
    examples: [
      {
        ...DEFAULT_SCHEDULING,
        arrival_window: null,
        travel: null,
        customer_changes: DEFAULT_CUSTOMER_CHANGES,
      },
    ],
  },
);
export type Scheduling = Static<typeof Scheduling>;

export const SchedulingChange = Type.Object(
  {
    minimum_notice_minutes: Type.Optional(minimumNotice),
    buffer_minutes: Type.Optional(buffer),
    step_minutes: Type.Optional(step),
    horizon_days: Type.Optional(horizon),
    arrival_window: Type.Optional(arrivalWindow),
    travel: Type.Optional(travel),
    customer_changes: Type.Optional(CustomerChanges),
  },
  {
    additionalProperties: false,
    title: 'SchedulingChange',
    description: 'Rules for offering appointments; fields you leave out stay unchanged.',
    examples: [{ buffer_minutes: 15 }],
  },
);

const QuietHoursSchema = Type.Object(
  {
    allowed_from: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'Time of day from which texts and emails may be sent, as HH:MM.',
      examples: ['08:00'],
    }),
    allowed_until: Type.String({
      pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
      description:
        'Time of day until which texts and emails may be sent, as HH:MM. Use 24:00 for the end of the day.',
      examples: ['21:00'],
    }),
  },
  {
    additionalProperties: false,
    title: 'QuietHours',
    description:
      'When marketing texts and emails may be sent, in the recipient’s local time. One due at another time waits for the next allowed minute. Messages with the purpose `service` are sent at any time. Default 08:00 to 21:00.',
    examples: [DEFAULT_QUIET_HOURS],
  },
);

const phone = field.nullable({
  maxLength: TEXT_LIMITS.phone,
  description:
    'Phone number of the company, in E.164. The reply to a HELP names it, and templates can use it.',
  examples: ['+15035550100'],
});
const address = field.nullable(
  textField('address', 'Address of the company, for documents.', '12 Alder St, Portland, OR 97205'),
);
const taxId = field.nullable({
  maxLength: 50,
  description: 'Tax number of the company, for documents.',
  examples: ['93-1234567'],
});
const logoFileId = field.nullable({
  maxLength: TEXT_LIMITS.id,
  description: 'Id of a file with the logo: PNG or JPEG, at most 1 MiB.',
  examples: [null],
});
const brandColorOfPages = field.nullable({
  ...brandColor,
  description: `On the pages of customers’ links: ${brandColor.description.charAt(0).toLowerCase()}${brandColor.description.slice(1)}`,
});
const paymentInstructions = field.nullable({
  maxLength: 2000,
  description: 'How invoices can be paid, for their PDF and their page.',
  examples: ['By bank transfer to Alder Heating & Air, account 0042, with the invoice number.'],
});
const messagesPerPersonPerDay = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: `The most messages of follow-ups and playbooks to one person in a day of the organization’s calendar. One more is \`not_sent\`, with the reason \`person_limit_reached\`. Messages that a user sends do not count. Default ${DEFAULT_MESSAGES_PER_PERSON}.`,
  examples: [DEFAULT_MESSAGES_PER_PERSON],
});

export const CreateOrganizationBody = field.closedObject(
  'CreateOrganization',
  'A new organization.',
  {
    name: organizationName,
    time_zone: timeZone,
    country,
    currency: Type.Optional(currency),
  },
  { example: { name: 'Alder Heating & Air', time_zone: 'America/Los_Angeles', country: 'US' } },
);

export const UpdateOrganizationBody = field.closedObject(
  'UpdateOrganization',
  'The settings to change; settings you leave out stay unchanged.',
  {
    name: Type.Optional(organizationName),
    time_zone: Type.Optional(timeZone),
    country: Type.Optional(country),
    currency: Type.Optional(currency),
    qualification_policy: Type.Optional(qualificationPolicy),
    working_hours: Type.Optional(WorkingHoursSchema),
    scheduling: Type.Optional(SchedulingChange),
    quiet_hours: Type.Optional(QuietHoursSchema),
    text_limits: Type.Optional(TextLimitsChange),
    phone: Type.Optional(phone),
    address: Type.Optional(address),
    tax_id: Type.Optional(taxId),
    logo_file_id: Type.Optional(logoFileId),
    brand_color: Type.Optional(brandColorOfPages),
    payment_instructions: Type.Optional(paymentInstructions),
    language: Type.Optional(languageField),
    messages_per_person_per_day: Type.Optional(messagesPerPersonPerDay),
  },
  {
    example: {
      qualification_policy: 'auto',
      scheduling: { buffer_minutes: 15 },
      phone: '+15035550100',
    },
  },
);

/** What every user of the organization may know. */
export const organizationIdentity = {
  organization_id: field.id('organization', 'Id of the organization.'),
  name: organizationName,
  time_zone: timeZone,
  country,
  currency,
};

const organizationFields = {
  ...organizationIdentity,
  qualification_policy: qualificationPolicy,
  working_hours: WorkingHoursSchema,
  scheduling: Scheduling,
  quiet_hours: QuietHoursSchema,
  text_limits: TextLimits,
  phone,
  address,
  tax_id: taxId,
  logo_file_id: logoFileId,
  brand_color: brandColorOfPages,
  payment_instructions: paymentInstructions,
  language: languageField,
  messages_per_person_per_day: messagesPerPersonPerDay,
  sending_paused_at: field.nullableTime(
    'Since when texts and emails wait, because sending is paused; null while they are sent.',
  ),
  suspended_at: field.nullableTime(
    'Since when the operator has suspended the organization; null while it works.',
  ),
  ...field.timestamps,
};

export const Organization = field.closedObject('Organization', 'One company.', organizationFields);
export type Organization = Static<typeof Organization>;

export const OrganizationWithToken = field.closedObject(
  'OrganizationWithToken',
  'An organization with its first token.',
  { ...organizationFields, token: tokenSecret },
);
