import { toUuid } from '../../domain/ids.ts';
import { SCOPES_OF_ROLE } from '../../domain/scopes.ts';
import { holds } from '../../platform/auth/scopes.ts';
import { newToken } from '../../platform/auth/token-format.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, Problem, validationFailed } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { tokenCreated } from './events.ts';
import { insertToken, toToken } from './token-queries.ts';
import { CreateTokenBody, TokenWithSecret } from './token-schemas.ts';
import { findActiveUser, type UserRow } from './user-queries.ts';

export const createToken = mutation({
  id: 'createToken',
  method: 'POST',
  path: '/v1/tokens',
  tag: 'Tokens',
  resource: 'token',
  scopes: ['tokens:write'],
  secret: true,
  summary: 'Create a token',
  description:
    'Creates a token with scopes that your own token has. With a `user_id` it acts for that user: events name the user as the actor, and the token can do no more than the user’s role allows. The secret is shown only once.',
  body: CreateTokenBody,
  responses: { 201: { description: 'The token with its secret.', body: TokenWithSecret } },
  problems: ['scope_not_held', 'quota_exceeded'],
  undo: 'revokeToken',
  check({ scopes, user_id }) {
    const isMissing = scopes === undefined && typeof user_id !== 'string';
    return { errors: isMissing ? [NO_SCOPES] : [] };
  },
  async run(tx, { body, caller }) {
    const expiresAt = body.expires_at ? new Date(body.expires_at) : null;
    if (expiresAt !== null && expiresAt <= tx.now) throw validationFailed([EXPIRED]);
    const user = typeof body.user_id === 'string' ? await readUserId(tx, body.user_id) : null;
    const scopes = scopesOf(body.scopes, user);
    assertHeld(caller.scopes, scopes);

    const secret = newToken();
    const userId = user?.user_id ?? null;
    const row = insertToken(tx, { name: body.name.trim(), scopes, secret, userId, expiresAt });
    const token = toToken(row);
    tx.emit(null, pendingEvent(tokenCreated, token));
    return { status: 201, body: { ...token, token: secret } };
  },
});

const NO_SCOPES: FieldError = {
  pointer: '/scopes',
  code: 'required',
  detail:
    'The scopes are missing. Send scopes, or a user_id to get the scopes of that user’s role.',
};
const EXPIRED: FieldError = {
  pointer: '/expires_at',
  code: 'in_the_past',
  detail: 'The field expires_at is in the past. Send a time in the future, or leave it out.',
};

const UNKNOWN_USER: FieldError = {
  pointer: '/user_id',
  code: 'unknown_user',
  detail:
    'The field user_id is not the id of an active user of your organization. Send the id of an active user.',
};

async function readUserId(tx: Tx, publicId: string): Promise<UserRow> {
  const userId = toUuid('user', publicId);
  const user = userId === null ? null : await findActiveUser(tx, userId);
  if (user === null) throw validationFailed([UNKNOWN_USER]);
  return user;
}

function scopesOf(scopes: readonly string[] | undefined, user: UserRow | null): string[] {
  if (scopes !== undefined) return [...new Set(scopes)];
  if (user === null) throw validationFailed([NO_SCOPES]);
  return [...SCOPES_OF_ROLE[user.role]];
}

/** A token can grant only scopes that it has itself. */
function assertHeld(own: readonly string[], wanted: readonly string[]): void {
  const missing = wanted.filter((scope) => !holds(own, scope));
  if (missing.length === 0) return;
  throw new Problem(
    403,
    'scope_not_held',
    `Your token does not have ${missing.join(', ')}, so it cannot grant it. Use a token that has it.`,
    { extra: { required_scopes: missing } },
  );
}
