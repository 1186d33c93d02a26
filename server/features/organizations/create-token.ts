import { toUuid } from '../../domain/ids.ts';
import { SCOPES_OF_ROLE } from '../../domain/scopes.ts';
import { unauthorized } from '../../platform/auth/authenticator.ts';
import { EVERY_SCOPE, holds, isOwn } from '../../platform/auth/scopes.ts';
import { newToken } from '../../platform/auth/token-format.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type FieldError, Problem, validationFailed } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { originErrors, toOrigin } from './allowed-origins.ts';
import { tokenCreated } from './events.ts';
import { findToken, insertToken, type TokenRow, toToken } from './token-queries.ts';
import { CreateTokenBody, type Token, TokenWithSecret } from './token-schemas.ts';
import { findActiveUser, type UserRow } from './user-queries.ts';

export const createToken = mutation({
  id: 'createToken',
  method: 'POST',
  path: '/v1/tokens',
  tag: 'Tokens',
  resource: 'token',
  scopes: ['tokens:write'],
  secret: true,
  needsRecentSignIn: true,
  summary: 'Create a token',
  description:
    'Creates a token under your own one. It has at most your scopes, acts for your user if you have one, expires no later, and ends when your token ends or its user is deactivated. With a `user_id` it acts for that user: events name the user as the actor, and the token can do no more than the user’s role allows. Acting for another user needs `*`. The secret is shown only once.',
  body: CreateTokenBody,
  responses: creates(TokenWithSecret, 'The token with its secret.'),
  problems: ['scope_not_held', 'token_chain_too_long', 'quota_exceeded', 'sign_in_again'],
  undo: 'revokeToken',
  check(body) {
    const isMissing = body.scopes === undefined && typeof body.user_id !== 'string';
    return { errors: [...(isMissing ? [NO_SCOPES] : []), ...originErrors(body)] };
  },
  refusals: { tokens_parent_valid: endedToken, tokens_not_too_deep: chainTooLong },
  async run(tx, { body, caller }) {
    const parent = await findToken(tx, caller.tokenId);
    const expiresAt = expiryWithin(parent, body.expires_at, tx.now);
    const user = typeof body.user_id === 'string' ? await readUserId(tx, body.user_id) : null;
    const scopes = scopesOf(body.scopes, user);
    assertHeld(caller.scopes, scopes, 'grant');
    if (user !== null && user.user_id !== parent.user_id)
      assertEveryScope(caller.scopes, NOT_FOR_OTHERS);

    const secret = newToken();
    const userId = user?.user_id ?? parent.user_id;
    if (userId === null && scopes.some(isOwn)) throw validationFailed([NEEDS_USER]);
    const row = insertToken(tx, {
      name: body.name.trim(),
      scopes,
      secret,
      userId,
      expiresAt,
      parentId: parent.token_id,
      allowedOrigins: originsOf(body.allowed_origins),
    });
    // The database removes a session as the parent: the token outlives it.
    const shown = parent.is_session ? { ...row, parent_token_id: null } : row;
    return { status: 201, body: { ...emitCreated(tx, shown), token: secret } };
  },
});

/** The token as its event and the response show it. */
export function emitCreated(tx: Tx, row: TokenRow): Token {
  const token = toToken(row);
  tx.emit(null, pendingEvent(tokenCreated, token));
  return token;
}

/** A time in the future, or null. */
export function readExpiry(given: string | null | undefined, now: Date): Date | null {
  const expiresAt = given ? new Date(given) : null;
  if (expiresAt !== null && expiresAt <= now) throw validationFailed([EXPIRED]);
  return expiresAt;
}

/** A token without its own expiry expires with its parent. */
function expiryWithin(parent: TokenRow, given: string | null | undefined, now: Date): Date | null {
  const wanted = readExpiry(given, now);
  if (parent.is_session) return wanted;
  const expiresAt = wanted ?? parent.expires_at;
  if (expiresAt === null || parent.expires_at === null) return expiresAt;
  if (expiresAt <= parent.expires_at) return expiresAt;
  const detail = `The field expires_at is later than ${parent.expires_at.toISOString()}, when your own token expires. Send an earlier time, or leave it out.`;
  throw validationFailed([{ pointer: '/expires_at', code: 'after_parent', detail }]);
}

function originsOf(given: readonly string[] | undefined): string[] {
  return [...new Set((given ?? []).flatMap((origin) => toOrigin(origin) ?? []))];
}

/** Another process may have ended the caller's token less than half a second ago. */
function endedToken(): Problem {
  return unauthorized('Your token has expired or was revoked. Use another one.');
}

function chainTooLong(): Problem {
  return conflict(
    'token_chain_too_long',
    'Your token was created by a token, that one by another, and so on, ten times. Create the token with one of the earlier ones.',
  );
}

const NO_SCOPES: FieldError = {
  pointer: '/scopes',
  code: 'required',
  detail:
    'The scopes are missing. Send scopes, or a user_id to get the scopes of that user’s role.',
};
const NEEDS_USER: FieldError = {
  pointer: '/scopes',
  code: 'needs_user',
  detail:
    'A scope that ends in :own covers the own work of a user, and this token acts for none. Send a user_id, or other scopes.',
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

/** A token can grant and revoke only scopes that it has itself. */
export function assertHeld(
  own: readonly string[],
  wanted: readonly string[],
  verb: 'grant' | 'revoke',
): void {
  const missing = wanted.filter((scope) => !holds(own, scope));
  if (missing.length === 0) return;
  throw scopeNotHeld(
    `Your token does not have ${missing.join(', ')}, so it cannot ${verb} a token with it. Use a token that has it.`,
    missing,
  );
}

const NOT_FOR_OTHERS =
  'Only a token with every scope (*) can create tokens that act for another user. Leave out user_id, or use such a token.';

/** For what makes the caller another user. */
export function assertEveryScope(own: readonly string[], detail: string): void {
  if (!own.includes(EVERY_SCOPE)) throw scopeNotHeld(detail, [EVERY_SCOPE]);
}

function scopeNotHeld(detail: string, missing: readonly string[]): Problem {
  return new Problem(403, 'scope_not_held', detail, { extra: { required_scopes: missing } });
}
