import { changeResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { tokenRevoked } from './events.ts';
import { lockToken, tokenResource, toToken } from './token-queries.ts';
import { Token } from './token-schemas.ts';

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
    'Revokes the token. Every server refuses it within a second. Revoking it again changes nothing.',
  responses: { 200: { description: 'The token with its `revoked_at`.', body: Token } },
  async run(tx, { params }) {
    const before = await lockToken(tx, params.id);
    if (before.revoked_at !== null) return { status: 200, body: toToken(before) };
    const token = changeResource(tx, tokenResource, before, { revoked_at: tx.now }, tokenRevoked);
    return { status: 200, body: token };
  },
});
