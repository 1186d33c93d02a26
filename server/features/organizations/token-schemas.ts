import Type, { type Static } from 'typebox';
import { SCOPES } from '../../domain/scopes.ts';
import { requiredText, TEXT_LIMITS } from '../../domain/text-limits.ts';
import { EVERY_SCOPE } from '../../platform/auth/scopes.ts';
import * as field from '../../platform/http/fields.ts';

export const tokenSecret = Type.String({
  description: 'The token itself, shown this once: only its hash is kept.',
  examples: ['tl_4ks0j5v3ep5m8tq1b7wz9n2x6c0d4f8g1h3kdq7t2'],
});

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
const tokenName = requiredText(
  'name',
  'What the token is for; events name it as the actor.',
  'Website form',
);
const expiresAt = field.nullableTime('When it stops being valid; null for never.');
const actsFor = field.nullable({
  maxLength: TEXT_LIMITS.id,
  description: 'Id of the user it acts for; it can then do no more than the user’s role.',
  examples: [null],
});

export const CreateTokenBody = field.closedObject(
  'CreateToken',
  'A token needs its `scopes`, or a `user_id` whose role gives them.',
  {
    name: tokenName,
    scopes: Type.Optional(scopes),
    user_id: Type.Optional(actsFor),
    expires_at: Type.Optional(expiresAt),
  },
);

const tokenFields = {
  token_id: field.id('token', 'Id of the token.'),
  name: tokenName,
  scopes,
  user_id: actsFor,
  expires_at: expiresAt,
  revoked_at: field.nullableTime('When it was revoked.'),
  last_used_at: field.nullableTime('When it was last used, to the minute.'),
  ...field.timestamps,
};

export const Token = field.closedObject(
  'Token',
  'A token. The secret itself is never shown again.',
  tokenFields,
);
export type Token = Static<typeof Token>;

export const TokenWithSecret = field.closedObject('TokenWithSecret', 'The token with its secret.', {
  ...tokenFields,
  token: tokenSecret,
});
