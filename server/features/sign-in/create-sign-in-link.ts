import { newOrganizationKey } from '../../domain/organization-key.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { assertEveryScope } from '../organizations/index.ts';
import { lockUserWithAccount } from './accounts.ts';
import { userInactive } from './invite-user.ts';
import { hashOf } from './link-key.ts';
import { createLink } from './link-queries.ts';
import { SignInLinkWithUrl } from './link-schemas.ts';

export const createSignInLink = mutation({
  id: 'createSignInLink',
  method: 'POST',
  path: '/v1/users/{id}/sign-in-links',
  tag: 'Sign-in',
  resource: 'user',
  scopes: ['users:write'],
  secret: true,
  needsRecentSignIn: true,
  summary: 'Create a link to sign in',
  description:
    'Returns a link that signs in as this user, for 15 minutes and once: for a person who forgot the password, or if no email can be sent. The person can choose a new password with it, unless the account also belongs to another organization. Only for owners: it needs every scope (`*`).',
  responses: creates(SignInLinkWithUrl, 'The link with its address.'),
  problems: ['user_inactive', 'user_without_account', 'scope_not_held', 'sign_in_again'],
  async run(tx, { params, caller, baseUrl }) {
    assertEveryScope(
      caller.scopes,
      'Only an owner, or a token with every scope (*), can create a link that signs in as another user. Use such a token.',
    );
    const user = await lockUserWithAccount(tx, params.id);
    const link = createLinkToCopy(tx, { ...user, user_id: params.id }, baseUrl);
    return { status: 201, body: link };
  },
});

/** A link for a locked user, to be copied and given to the person. */
export function createLinkToCopy(
  tx: Tx,
  user: { user_id: string; active: boolean; account_id: string | null },
  baseUrl: string,
): SignInLinkWithUrl {
  const { user_id, active, account_id } = user;
  if (!active) throw userInactive();
  if (account_id === null) throw withoutAccount();
  const key = newOrganizationKey(tx.organizationId);
  const link = { user_id, account_id, delivery: 'copy' as const, key_hash: hashOf(key) };
  return { ...createLink(tx, link), url: `${baseUrl}/sign-in#${key}` };
}

function withoutAccount() {
  return conflict(
    'user_without_account',
    'This user has no account yet. Invite the user with POST /v1/users/{id}/invitations.',
  );
}
