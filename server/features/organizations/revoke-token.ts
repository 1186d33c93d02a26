import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { assertHeld } from './create-token.ts';
import { tokenRevoked } from './events.ts';
import {
  lockDescendants,
  lockToken,
  type TokenRow,
  tokenResource,
  toToken,
} from './token-queries.ts';
import { Token } from './token-schemas.ts';

export const revokeToken = mutation({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/v1/tokens/{id}',
  tag: 'Tokens',
  resource: 'token',
  scopes: ['tokens:write'],
  summary: 'Revoke a token',
  description:
    'Revokes the token and all tokens that were created with it. Every server refuses them within a second. Your own token must have all its scopes. Revoking it again changes nothing.',
  responses: returns(Token, 'The token with its `revoked_at`.'),
  problems: ['scope_not_held'],
  async run(tx, { params, caller }) {
    const [before, descendants] = await Promise.all([
      lockToken(tx, params.id),
      lockDescendants(tx, params.id),
    ]);
    if (before.token_id !== caller.tokenId) assertHeld(caller.scopes, before.scopes, 'revoke');
    if (before.revoked_at !== null) return { status: 200, body: toToken(before) };
    const token = revoke(tx, before);
    for (const descendant of descendants) revoke(tx, descendant);
    return { status: 200, body: token };
  },
});

export function revoke(tx: Tx, row: TokenRow): Token {
  return changeResource(tx, tokenResource, row, { revoked_at: tx.now }, tokenRevoked);
}
