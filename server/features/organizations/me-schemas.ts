import Type from 'typebox';
import { ROLES } from '../../domain/scopes.ts';
import * as field from '../../platform/http/fields.ts';
import { organizationIdentity } from './organization-schemas.ts';
import { Preferences } from './preferences-schemas.ts';
import { tokenFields } from './token-schemas.ts';
import { User } from './user-schemas.ts';

/** What the token can do now. Only a token for a user can have none: its scopes and those of the role may not overlap. */
const scopes = Type.Array(Type.String({ description: 'A scope.', examples: ['leads:read'] }), {
  description:
    'Scopes that are in effect: for a token that acts for a user, only those that the user’s role allows too.',
  examples: [['appointments:own', 'jobs:own']],
});

export const Me = field.closedObject('Me', 'Who a token is, and what it can do.', {
  token_id: tokenFields.token_id,
  session_id: field.nullable({
    description: 'Id of the session; null for a token of a program.',
    examples: [null],
  }),
  user: Type.Union([User, Type.Null()], {
    description: 'The user the token acts for; null for none.',
    examples: [null],
  }),
  role: Type.Unsafe<(typeof ROLES)[number] | null>({
    type: ['string', 'null'],
    enum: [...ROLES, null],
    description: 'Role of the user; null for a token that acts for none.',
    examples: ['technician'],
  }),
  preferences: Type.Union([Preferences, Type.Null()], {
    description: 'How the user wants the console to be; null for no user.',
    examples: [null],
  }),
  scopes,
  organization: Type.Object(organizationIdentity, {
    additionalProperties: false,
    description: 'The organization of the token.',
  }),
});

export const CurrentToken = field.closedObject(
  'CurrentToken',
  'The token of the request, with the scopes that are in effect.',
  { ...tokenFields, scopes },
);
