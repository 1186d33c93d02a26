import Type, { type Static } from 'typebox';
import { DEFAULT_QUIET_HOURS } from '../../domain/quiet-hours.ts';
import { ROLES, SCOPES } from '../../domain/scopes.ts';
import { EVERY_SCOPE } from '../../platform/auth/scopes.ts';
import {
  createdAt,
  id,
  NOT_BLANK,
  nullable,
  nullableTime,
  updatedAt,
} from '../../platform/http/fields.ts';
import { DEFAULT_SCHEDULING } from './organization.ts';
import { MOST_SKILLS } from './user.ts';
import { ownWorkingHours, WorkingHoursSchema } from './working-hours-schema.ts';

const organizationName = Type.String({
  pattern: NOT_BLANK,
  maxLength: 200,
  description: 'Name of the company.',
  examples: ['Alder Heating & Air'],
});
const timeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'IANA time zone that its days and hours are meant in.',
  examples: ['America/Los_Angeles'],
});
const country = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'ISO 3166 country whose way of dialling phone numbers are read in.',
  examples: ['US'],
});

const qualificationPolicy = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'Which leads are qualified as they are captured: `auto` (all but probable duplicates), `manual` (none: a person decides), or a rule in CEL over `lead`.',
  examples: ['auto', "lead.source == 'web_form' && lead.phone != null"],
});

const minimumNotice = Type.Integer({
  minimum: 0,
  maximum: 43_200,
  description: 'How long before it starts an appointment must be booked. Default 0.',
  examples: [120],
});
const buffer = Type.Integer({
  minimum: 0,
  maximum: 480,
  description: 'How long somebody is kept free before and after an appointment. Default 0.',
  examples: [15],
});
const step = Type.Integer({
  minimum: 5,
  maximum: 1440,
  description: 'How far apart the offered starts of appointments are. Default 30.',
  examples: [30],
});
const horizon = Type.Integer({
  minimum: 1,
  maximum: 730,
  description: 'How many days ahead appointments are offered. Default 365.',
  examples: [365],
});

const Scheduling = Type.Object(
  {
    minimum_notice_minutes: minimumNotice,
    buffer_minutes: buffer,
    step_minutes: step,
    horizon_days: horizon,
  },
  {
    additionalProperties: false,
    title: 'Scheduling',
    description: 'How appointments are offered.',
    examples: [DEFAULT_SCHEDULING],
  },
);
export type Scheduling = Static<typeof Scheduling>;

const SchedulingChange = Type.Object(
  {
    minimum_notice_minutes: Type.Optional(minimumNotice),
    buffer_minutes: Type.Optional(buffer),
    step_minutes: Type.Optional(step),
    horizon_days: Type.Optional(horizon),
  },
  {
    additionalProperties: false,
    title: 'SchedulingChange',
    description: 'How appointments are to be offered; what is left out stays.',
    examples: [{ buffer_minutes: 15 }],
  },
);

const QuietHoursSchema = Type.Object(
  {
    allowed_from: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'From when on texts and mails may go out, HH:MM.',
      examples: ['08:00'],
    }),
    allowed_until: Type.String({
      pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
      description: 'Until when, HH:MM; 24:00 for the end of the day.',
      examples: ['21:00'],
    }),
  },
  {
    additionalProperties: false,
    title: 'QuietHours',
    description:
      'When follow-ups and playbooks may send texts and mails, by the recipient’s own clock; what falls due at another time waits for the next allowed minute. Default 08:00 to 21:00.',
    examples: [DEFAULT_QUIET_HOURS],
  },
);

export const CreateOrganizationBody = Type.Object(
  { name: organizationName, time_zone: timeZone, country },
  { additionalProperties: false, title: 'CreateOrganization', description: 'A new organization.' },
);

export const UpdateOrganizationBody = Type.Object(
  {
    name: Type.Optional(organizationName),
    time_zone: Type.Optional(timeZone),
    country: Type.Optional(country),
    qualification_policy: Type.Optional(qualificationPolicy),
    working_hours: Type.Optional(WorkingHoursSchema),
    scheduling: Type.Optional(SchedulingChange),
    quiet_hours: Type.Optional(QuietHoursSchema),
  },
  {
    additionalProperties: false,
    title: 'UpdateOrganization',
    description: 'What is to change; what is left out stays.',
  },
);

const organizationFields = {
  organization_id: id('org', 'Id of the organization.'),
  name: organizationName,
  time_zone: timeZone,
  country,
  qualification_policy: qualificationPolicy,
  working_hours: WorkingHoursSchema,
  scheduling: Scheduling,
  quiet_hours: QuietHoursSchema,
  created_at: createdAt,
  updated_at: updatedAt,
};

export const Organization = Type.Object(organizationFields, {
  additionalProperties: false,
  title: 'Organization',
  description: 'An organization: one company, with everything that is its own.',
});
export type Organization = Static<typeof Organization>;

const secret = Type.String({
  description: 'The token itself, shown this once: only its hash is kept.',
  examples: ['tl_4ks0j5v3ep5m8tq1b7wz9n2x6c0d4f8g1h3kdq7t2'],
});

export const OrganizationWithToken = Type.Object(
  { ...organizationFields, token: secret },
  {
    additionalProperties: false,
    title: 'OrganizationWithToken',
    description: 'The organization and its first token.',
  },
);

const grantableScopes = [EVERY_SCOPE, ...SCOPES];
const scopes = Type.Array(
  Type.Unsafe<string>({
    type: 'string',
    enum: grantableScopes,
    description: 'A scope; `*` stands for every one but `operator`.',
    examples: ['leads:read'],
  }),
  {
    minItems: 1,
    maxItems: 50,
    description: 'What the token may do.',
    examples: [['leads:read', 'leads:write']],
  },
);
const tokenName = Type.String({
  pattern: NOT_BLANK,
  maxLength: 200,
  description: 'What the token is for; events name it as the actor.',
  examples: ['Website form'],
});
const expiresAt = nullableTime('When it stops being valid; null for never.');
const actsFor = nullable({
  maxLength: 100,
  description: 'Id of the user it acts for; it can then do no more than the user’s role.',
  examples: [null],
});

export const CreateTokenBody = Type.Object(
  {
    name: tokenName,
    scopes: Type.Optional(scopes),
    user_id: Type.Optional(actsFor),
    expires_at: Type.Optional(expiresAt),
  },
  {
    additionalProperties: false,
    title: 'CreateToken',
    description: 'A token needs its `scopes`, or a `user_id` whose role gives them.',
  },
);

const tokenFields = {
  token_id: id('token', 'Id of the token.'),
  name: tokenName,
  scopes,
  user_id: actsFor,
  expires_at: expiresAt,
  revoked_at: nullableTime('When it was revoked.'),
  last_used_at: nullableTime('When it was last used, to the minute.'),
  created_at: createdAt,
  updated_at: updatedAt,
};

export const Token = Type.Object(tokenFields, {
  additionalProperties: false,
  title: 'Token',
  description: 'A token. The secret itself is never shown again.',
});
export type Token = Static<typeof Token>;

export const TokenWithSecret = Type.Object(
  { ...tokenFields, token: secret },
  {
    additionalProperties: false,
    title: 'TokenWithSecret',
    description: 'The token with its secret.',
  },
);

const userName = Type.String({
  pattern: NOT_BLANK,
  maxLength: 200,
  description: 'Name of the person.',
  examples: ['Rosa Delgado'],
});
const userEmail = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
  description: 'E-mail address, unique in the organization.',
  examples: ['rosa@example.com'],
});
const role = Type.Unsafe<(typeof ROLES)[number]>({
  type: 'string',
  enum: [...ROLES],
  description: 'A named bundle of scopes.',
  examples: ['dispatcher'],
});
const ownTimeZone = nullable({
  maxLength: 64,
  description:
    'IANA time zone that their days and hours are meant in; null for the organization’s.',
  examples: ['America/Denver'],
});
const skills = Type.Array(
  Type.String({
    pattern: '^[a-z][a-z0-9_]{0,63}$',
    description: 'A code, such as a lead’s `service_needed`.',
    examples: ['water_heater_repair'],
  }),
  {
    maxItems: MOST_SKILLS,
    description: 'What they can be sent to do, each once.',
    examples: [['water_heater_repair', 'furnace_tune_up']],
  },
);
const active = Type.Boolean({
  description: 'Whether the person works here; the tokens of an inactive user are refused.',
  examples: [true],
});

export const CreateUserBody = Type.Object(
  {
    name: userName,
    email: userEmail,
    role,
    time_zone: Type.Optional(ownTimeZone),
    skills: Type.Optional(skills),
    working_hours: Type.Optional(ownWorkingHours),
    active: Type.Optional(active),
  },
  { additionalProperties: false, title: 'CreateUser', description: 'A new user.' },
);

export const UpdateUserBody = Type.Object(
  {
    name: Type.Optional(userName),
    email: Type.Optional(userEmail),
    role: Type.Optional(role),
    time_zone: Type.Optional(ownTimeZone),
    skills: Type.Optional(skills),
    working_hours: Type.Optional(ownWorkingHours),
    active: Type.Optional(active),
  },
  {
    additionalProperties: false,
    title: 'UpdateUser',
    description:
      'What is to change; what is left out stays. Skills are sent whole, and so are working hours.',
  },
);

export const User = Type.Object(
  {
    user_id: id('user', 'Id of the user.'),
    name: userName,
    email: userEmail,
    role,
    time_zone: ownTimeZone,
    skills,
    working_hours: ownWorkingHours,
    active,
    created_at: createdAt,
    updated_at: updatedAt,
  },
  { additionalProperties: false, title: 'User', description: 'A person of the organization.' },
);
export type User = Static<typeof User>;
