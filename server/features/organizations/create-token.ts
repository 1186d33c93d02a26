import { toUuid } from '../../domain/ids.ts';
import { SCOPES_OF_ROLE } from '../../domain/scopes.ts';
import { holds } from '../../platform/auth/scopes.ts';
import { newToken } from '../../platform/auth/token-format.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, Problem, validationFailed } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { tokenCreated } from './events.ts';
import { findUser, insertToken, toToken, type UserRow } from './queries.ts';
import { CreateTokenBody, TokenWithSecret } from './schemas.ts';

export const createToken = mutation({
  id: 'createToken',
  method: 'POST',
  path: '/v1/tokens',
  tag: 'Tokens',
  resource: 'token',
  scopes: ['tokens:write'],
  secret: true,
  summary: 'Make a token',
  description:
    'Makes a token with scopes that you hold yourself. With a `user_id` it acts for that user: events name the user, and it can do no more than the user’s role. The secret is shown this once.',
  body: CreateTokenBody,
  answers: { 201: { description: 'The token with its secret.', body: TokenWithSecret } },
  check(body) {
    const errors: FieldError[] = [];
    if (body.scopes === undefined && typeof body.user_id !== 'string') {
      errors.push({
        pointer: '/scopes',
        code: 'required',
        detail: 'Give scopes, or a user_id whose role gives them.',
      });
    }
    return { errors };
  },
  async run(tx, { body, caller }) {
    const expiresAt = body.expires_at ? new Date(body.expires_at) : null;
    if (expiresAt !== null && expiresAt <= tx.now) throw validationFailed([EXPIRED]);
    const user = typeof body.user_id === 'string' ? await findActiveUser(tx, body.user_id) : null;
    const scopes = body.scopes ? [...new Set(body.scopes)] : [...SCOPES_OF_ROLE[user!.role]];
    assertHeld(caller.scopes, scopes);

    const secret = newToken();
    const row = {
      token_id: newUuid(),
      name: body.name.trim(),
      scopes,
      user_id: user?.user_id ?? null,
      expires_at: expiresAt,
      revoked_at: null,
      last_used_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    insertToken(tx, row, secret);
    const token = toToken(row);
    tx.emit(null, pendingEvent(tokenCreated, token));
    return { status: 201, body: { ...token, token: secret } };
  },
});

const EXPIRED: FieldError = {
  pointer: '/expires_at',
  code: 'in_the_past',
  detail: 'The field expires_at must lie in the future.',
};

async function findActiveUser(tx: Tx, publicId: string): Promise<UserRow> {
  const unknown = validationFailed([
    {
      pointer: '/user_id',
      code: 'unknown_user',
      detail: 'The field user_id must be the id of an active user of your organization.',
    },
  ]);
  const userId = toUuid('user', publicId);
  if (userId === null) throw unknown;
  const user = await findUser(tx, userId).catch((error) => {
    throw error instanceof Problem && error.status === 404 ? unknown : error;
  });
  if (!user.active) throw unknown;
  return user;
}

/** Nobody hands out more than they have. */
function assertHeld(own: readonly string[], wanted: readonly string[]): void {
  const beyond = wanted.filter((scope) => !holds(own, scope));
  if (beyond.length === 0) return;
  throw new Problem(
    403,
    'scope_not_held',
    `Your own token lacks ${beyond.join(', ')}, so it cannot pass it on. Ask somebody who holds it.`,
    { extra: { required_scopes: beyond } },
  );
}
