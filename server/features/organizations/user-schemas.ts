import Type, { type Static } from 'typebox';
import { nullableStartLocation } from '../../domain/location.ts';
import { ROLES } from '../../domain/scopes.ts';
import { requiredText, TEXT_LIMITS } from '../../domain/text-limits.ts';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import * as field from '../../platform/http/fields.ts';
import { strandedVisits } from './stranded-visit.ts';
import { MAX_SKILLS } from './user.ts';
import { ownWorkingHours } from './working-hours-schema.ts';

const userName = requiredText('name', 'Name of the user.', 'Rosa Delgado');
const userEmail = Type.String({
  minLength: 3,
  maxLength: TEXT_LIMITS.email,
  pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
  description: 'Email address of the user, unique in the organization.',
  examples: ['rosa@example.com'],
});
const role = Type.Unsafe<(typeof ROLES)[number]>({
  type: 'string',
  enum: [...ROLES],
  description: 'Role of the user: a named set of scopes.',
  examples: ['dispatcher'],
});
const ownTimeZone = field.nullable({
  maxLength: 64,
  description:
    'IANA time zone of the user’s days and hours; null for the organization’s time zone.',
  examples: ['America/Denver'],
});
const skills = Type.Array(
  Type.String({
    pattern: '^[a-z][a-z0-9_]{0,63}$',
    description: 'Code of a skill, such as a lead’s `service_needed`.',
    examples: ['water_heater_repair'],
  }),
  {
    maxItems: MAX_SKILLS,
    description: 'Services the user can be sent to do, each once.',
    examples: [['water_heater_repair', 'furnace_tune_up']],
  },
);
const takesVisits = {
  description:
    'Whether the user has a lane on the dispatch board, is suggested, and is offered in teams.',
  examples: [true],
};
const givenTakesVisits = Type.Optional(
  Type.Unsafe<boolean | null>({
    ...takesVisits,
    type: ['boolean', 'null'],
    description: `${takesVisits.description} Null: by role, only technicians.`,
  }),
);
const avatarFileId = field.nullable({
  maxLength: TEXT_LIMITS.id,
  description: 'Id of a file with a picture of the user; null for none.',
  examples: ['file_01h455vb4pex5vsknk084sn02q'],
});
const phone = field.nullable({
  maxLength: TEXT_LIMITS.phone,
  description: 'Phone number of the user, for colleagues; null for none.',
  examples: ['+14155550134'],
});
const active = Type.Boolean({
  description: 'Whether the user is active. Tokens of an inactive user are refused.',
  examples: [true],
});

export const CreateUserBody = field.closedObject(
  'CreateUser',
  'A new user.',
  {
    name: userName,
    email: userEmail,
    role,
    time_zone: Type.Optional(ownTimeZone),
    skills: Type.Optional(skills),
    working_hours: Type.Optional(ownWorkingHours),
    takes_visits: givenTakesVisits,
    phone: Type.Optional(phone),
    start_location: Type.Optional(nullableStartLocation),
    active: Type.Optional(active),
  },
  {
    example: {
      name: 'Rosa Delgado',
      email: 'rosa@example.com',
      role: 'technician',
      skills: ['water_heater_repair', 'furnace_tune_up'],
    },
  },
);

export const UpdateUserBody = field.closedObject(
  'UpdateUser',
  'The fields to change; fields you leave out stay unchanged. `skills` and `working_hours` are each replaced as a whole.',
  {
    name: Type.Optional(userName),
    email: Type.Optional(userEmail),
    // Like the need to sign in again: it decides what the user may do.
    role: Type.Optional(Type.Unsafe<(typeof ROLES)[number]>({ ...role, 'x-for-people': true })),
    time_zone: Type.Optional(ownTimeZone),
    skills: Type.Optional(skills),
    working_hours: Type.Optional(ownWorkingHours),
    takes_visits: givenTakesVisits,
    phone: Type.Optional(phone),
    start_location: Type.Optional(nullableStartLocation),
    avatar_file_id: Type.Optional(avatarFileId),
    active: Type.Optional(active),
  },
  { example: { skills: ['water_heater_repair', 'ac_repair'], time_zone: 'America/Denver' } },
);

export const UpdateMeBody = field.closedObject(
  'UpdateMe',
  'The fields to change; fields you leave out stay unchanged.',
  { phone: Type.Optional(phone), avatar_file_id: Type.Optional(avatarFileId) },
  { example: { phone: '+14155550134' } },
);

export const User = field.closedObject('User', 'A person who works for the organization.', {
  user_id: field.id('user', 'Id of the user.'),
  name: userName,
  email: userEmail,
  role,
  time_zone: ownTimeZone,
  skills,
  working_hours: ownWorkingHours,
  takes_visits: Type.Boolean(takesVisits),
  phone,
  // It can be where the person lives.
  start_location: { ...nullableStartLocation, ...shownWith(['users:write']) },
  avatar_file_id: avatarFileId,
  active,
  ...field.timestamps,
});
export const UpdatedUser = field.closedObject(
  'UpdatedUser',
  'A user, with the appointments that a deactivation strands.',
  { ...User.properties, stranded: strandedVisits },
);
export type User = Static<typeof User>;
