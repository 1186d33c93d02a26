import Type, { type Static } from 'typebox';
import { SCOPES } from '../../domain/scopes.ts';
import { requiredText, TEXT_LIMITS } from '../../domain/text-limits.ts';
import { EVERY_SCOPE } from '../../platform/auth/scopes.ts';
import { actorSchema } from '../../platform/events/actor-schema.ts';
import * as field from '../../platform/http/fields.ts';
import { MAX_ORIGINS } from './allowed-origins.ts';

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
    maxItems: 100,
    description: 'Scopes of the token.',
    examples: [['leads:read', 'leads:write']],
  },
);
const tokenName = requiredText(
  'name',
  'Name of the token, such as its purpose. Events show it as the actor.',
  'Website form',
);
const expiresAt = field.nullableTime(
  'When the token expires; null if it never expires. It never outlives the token that created it: without `expires_at` it expires with that token.',
);
const actsFor = field.nullable({
  maxLength: TEXT_LIMITS.id,
  description:
    'Id of the user the token acts for; null for none. The token can do no more than the user’s role allows.',
  examples: [null],
});
const allowedOrigins = Type.Array(
  Type.String({
    maxLength: 300,
    description: 'An origin: scheme, host and port, without a path.',
    examples: ['https://www.example.com'],
  }),
  {
    maxItems: MAX_ORIGINS,
    description:
      'Origins of the pages that may use the token in a browser. Only for tokens with nothing but `leads:capture`. Empty for a token of a server.',
    examples: [[]],
  },
);

export const CreateTokenBody = field.closedObject(
  'CreateToken',
  'A token needs `scopes`, or a `user_id` to get the scopes of that user’s role.',
  {
    name: tokenName,
    scopes: Type.Optional(scopes),
    user_id: Type.Optional(actsFor),
    expires_at: Type.Optional(expiresAt),
    allowed_origins: Type.Optional(allowedOrigins),
  },
  { example: { name: 'Website form', scopes: ['leads:capture'] } },
);

export const CreateOrganizationTokenBody = field.closedObject(
  'CreateOrganizationToken',
  'A token with every scope of the organization.',
  { name: Type.Optional(tokenName), expires_at: Type.Optional(expiresAt) },
  { example: { name: 'Office' } },
);

export const tokenFields = {
  token_id: field.id('token', 'Id of the token.'),
  name: tokenName,
  scopes,
  user_id: actsFor,
  allowed_origins: allowedOrigins,
  parent_token_id: field.nullable({
    description:
      'Id of the token that created it; null for the first token and those of the operator. When that token ends, so does this one.',
    examples: [null],
  }),
  created_by: actorSchema('Who created the token.'),
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
