import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { tokenRevoked } from './events.ts';
import { lockToken, setTokenRevoked, toToken } from './queries.ts';
import { Token } from './schemas.ts';

export const revokeToken = mutation({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/v1/tokens/{id}',
  tag: 'Tokens',
  resource: 'token',
  scopes: ['tokens:write'],
  params: { id: 'token' },
  summary: 'Revoke a token',
  description:
    'The token is refused everywhere within a second. Revoking it again changes nothing.',
  answers: { 200: { description: 'The token with its `revoked_at`.', body: Token } },
  async run(tx, { params }) {
    const row = await lockToken(tx, params.id);
    if (row.revoked_at !== null) return { status: 200, body: toToken(row) };

    setTokenRevoked(tx, row.token_id);
    const token = toToken({ ...row, revoked_at: tx.now, updated_at: tx.now });
    const previous = { revoked_at: null, updated_at: row.updated_at.toISOString() };
    tx.emit(null, pendingEvent(tokenRevoked, token, previous));
    return { status: 200, body: token };
  },
});
