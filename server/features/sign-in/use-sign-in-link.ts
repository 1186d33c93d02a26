import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/errors.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import type { Actor } from '../../platform/events/event.ts';
import { publicOperation } from '../../platform/http/public-operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { emailOf, membershipsOf } from './accounts.ts';
import { signInLinkUsed } from './events.ts';
import { assertMayTry, forgetTry, keySubjectsOf, linkSubjectsOf } from './guessing.ts';
import { readLinkKey } from './link-key.ts';
import { linkResource, lockUsableLink, revokeLinks } from './link-queries.ts';
import { UseSignInLinkBody } from './link-schemas.ts';
import { SignedIn } from './schemas.ts';
import { openSession } from './session-queries.ts';
import { signedIn } from './signed-in.ts';
import { inNameOf } from './start-session.ts';

const USING: Actor = { type: 'system', id: null, name: 'sign-in' };

export const useSignInLink = publicOperation({
  id: 'useSignInLink',
  path: '/v1/sign-in-links/use',
  tag: 'Sign-in',
  resource: 'sign_in_link',
  summary: 'Sign in with a link',
  description:
    'Signs in to the organization of the link, and sets the session as a cookie. It needs no token, only the key of the link, which then is used up. For 10 minutes the person can choose a new password, without the old one; if the account also belongs to another organization, that needs a sign-in with its password or a passkey.',
  body: UseSignInLinkBody,
  responses: creates(SignedIn, 'The session. The cookie is set.'),
  problems: ['sign_in_link_not_valid', 'too_many_sign_ins'],
  async run({ body, database, address, userAgent }) {
    const subjects = keySubjectsOf(body.key, address);
    await assertMayTry(database, subjects);
    const key = readLinkKey(body.key);
    if (key === null) throw notValid();
    const { organizationId } = key;
    const options = { organizationId, actor: USING };
    const found = await database.transaction(options, (tx) => lockUsableLink(tx, key.hash));
    if (found === null) throw notValid();

    const user = { ...found, organization_id: organizationId };
    const { row, secret } = await inNameOf(database, user, async (tx) => {
      const { user_id, account_id } = await useLink(tx, key.hash);
      const of = { accountId: account_id, userId: user_id, method: 'link' as const };
      return openSession(tx, { ...of, userAgent, address });
    });
    await forgetTry(database, subjects);
    await forgetRequests(database, found.account_id, address);
    // Its organization may have created the link, and must not see where else the person works.
    const memberships = await membershipsOf(database, found.account_id);
    const here = memberships.filter(({ organization_id }) => organization_id === organizationId);
    return { status: 201, body: signedIn(row, organizationId, here), session: secret };
  },
});

/** Uses it up, with all others of the user. */
async function useLink(tx: Tx, keyHash: Buffer) {
  const link = await lockUsableLink(tx, keyHash);
  if (link === null) throw notValid();
  changeResource(tx, linkResource, link, { used_at: tx.now }, signInLinkUsed);
  await revokeLinks(tx, link.user_id);
  return link;
}

async function forgetRequests(database: Database, accountId: string, address: string) {
  const email = await emailOf(database, accountId);
  if (email !== null) await forgetTry(database, linkSubjectsOf(email, address));
}

function notValid(): Problem {
  return new Problem(
    404,
    'sign_in_link_not_valid',
    'This link is not valid: it was used, it has expired, or it is incomplete. Ask for a new one, or sign in with your password.',
  );
}
