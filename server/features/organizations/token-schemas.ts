import Type, { type Static } from 'typebox';
import { SCOPES } from '../../domain/scopes.ts';
import { requiredText, TEXT_LIMITS } from '../../domain/text-limits.ts';
import { EVERY_SCOPE } from '../../platform/auth/scopes.ts';
import * as field from '../../platform/http/fields.ts';

export const tokenSecret = Type.String({
  description: 'The secret of the token. It is shown only once; the service stores only its hash.',
  examples: ['tl_4ks0j5v3ep5m8tq1b7wz9n2x6c0d4f8g1h3kdq7t2'],
});

const grantableScopes = [EVERY_SCOPE, ...SCOPES];
const scopes = Type.Array(
  Type.Unsafe<string>({
    type: 'string',
    enum: grantableScopes,
    description: 'A scope. `*` means every scope except `operator`.',
    examples: ['leads:read'],
  }),
  {
    minItems: 1,
    maxItems: 50,
    description: 'Scopes of the token.',
    examples: [['leads:read', 'leads:write']],
  },
);
const tokenName = requiredText(
  'name',
  'Name of the token, such as its purpose. Events show it as the actor.',
  'Website form',
);
const expiresAt = field.nullableTime('When the token expires; null if it never expires.');
const actsFor = field.nullable({
  maxLength: TEXT_LIMITS.id,
  description:
    'Id of the user the token acts for; null for none. The token can do no more than the user’s role allows.',
  examples: [null],
});

export const CreateTokenBody = field.closedObject(
  'CreateToken',
  'A token needs `scopes`, or a `user_id` to get the scopes of that user’s role.',
  {
    name: tokenName,
    scopes: Type.Optional(scopes),
    user_id: Type.Optional(actsFor),
    expires_at: Type.Optional(expiresAt),
  },
);

export const tokenFields = {
  token_id: field.id('token', 'Id of the token.'),
  name: tokenName,
  scopes,
  user_id: actsFor,
  expires_at: expiresAt,
  revoked_at: field.nullableTime('When the token was revoked; null unless revoked.'),
  last_used_at: field.nullableTime('When the token was last used, to the minute; null if never.'),
  ...field.timestamps,
};

export const Token = field.closedObject('Token', 'A token, without its secret.', tokenFields);
export type Token = Static<typeof Token>;

export const TokenWithSecret = field.closedObject('TokenWithSecret', 'A token with its secret.', {
  ...tokenFields,
  token: tokenSecret,
});
