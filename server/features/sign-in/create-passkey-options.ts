import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { MAX_LIMIT } from '../../platform/paging.ts';
import { findUser } from '../organizations/index.ts';
import { emailIn } from './accounts.ts';
import { issueChallenge } from './challenge.ts';
import { ownAccount } from './own-account.ts';
import { listPasskeyRows } from './passkey-queries.ts';
import { PasskeyOptions } from './passkey-schemas.ts';
import { siteOf, webauthn } from './webauthn.ts';

export const createPasskeyOptions = read({
  id: 'createPasskeyOptions',
  method: 'POST',
  path: '/v1/me/passkeys/options',
  tag: 'Sign-in',
  resource: 'passkey',
  scopes: [],
  needsRecentSignIn: true,
  summary: 'Begin to add a passkey',
  description:
    'Returns what the browser needs to create a passkey for your account. Only in a session of the last 10 minutes that began with a password, a passkey or an invitation, and only where browsers allow passkeys: at a domain name with https, or at http://localhost.',
  responses: returns(PasskeyOptions, 'What the browser needs.'),
  problems: ['no_account', 'sign_in_again', 'passkeys_unavailable', 'secret_key_missing'],
  async run(tx, { caller, origin, secrets }) {
    const { accountId, userId } = ownAccount(caller);
    const site = siteOf(origin);
    const [user, email, known] = await Promise.all([
      findUser(tx, userId),
      emailIn(tx, accountId),
      listPasskeyRows(accountId)(tx, null, MAX_LIMIT),
    ]);
    const { text, expiresAt } = issueChallenge(secrets, purposeOf(accountId, site.origin), tx.now);
    const options = await webauthn.call('creationOptions', site, {
      ...{ challenge: text, accountId, name: user.name, known },
      email: email ?? user.email,
    });
    return { options: { ...options }, expires_at: expiresAt.toISOString() };
  },
});

export function purposeOf(accountId: string, origin: string): string {
  return `create ${accountId} ${origin}`;
}
