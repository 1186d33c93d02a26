import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { linkRevoked } from './events.ts';
import { type LinkRow, linkResource, lockLink, lockLinksOf, toLink } from './queries.ts';
import { Link } from './schemas.ts';

export const revokeLink = mutation({
  id: 'revokeLink',
  method: 'DELETE',
  path: '/v1/links/{id}',
  tag: 'Links',
  resource: 'link',
  scopes: ['links:write'],
  summary: 'Revoke a link of a customer',
  description: 'The link stops working immediately. Revoking it again changes nothing.',
  responses: returns(Link, 'The link with its `revoked_at`.'),
  effect: 'destructive',
  async run(tx, { params }) {
    const before = await lockLink(tx, params.id);
    const body = before.revoked_at === null ? revoke(tx, before) : toLink(before);
    return { status: 200, body };
  },
});

function revoke(tx: Tx, row: LinkRow): Link {
  return changeResource(tx, linkResource, row, { revoked_at: tx.now }, linkRevoked);
}

/** When a person is erased, nothing of them can be opened any more. */
export async function revokeLinksOf(tx: Tx, lifecycleNumbers: readonly string[]): Promise<void> {
  for (const row of await lockLinksOf(tx, lifecycleNumbers)) revoke(tx, row);
}
