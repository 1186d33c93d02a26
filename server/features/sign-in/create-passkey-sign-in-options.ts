import { publicOperation } from '../../platform/http/public-operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { issueChallenge } from './challenge.ts';
import { CreatePasskeySignInOptionsBody, PasskeyOptions } from './passkey-schemas.ts';
import { siteOf, webauthn } from './webauthn.ts';

export const createPasskeySignInOptions = publicOperation({
  id: 'createPasskeySignInOptions',
  path: '/v1/passkey-sessions/options',
  tag: 'Sign-in',
  resource: 'session',
  summary: 'Begin to sign in with a passkey',
  description:
    'Returns what the browser needs to let a person choose a passkey. It needs no token, and no email address.',
  body: CreatePasskeySignInOptionsBody,
  responses: returns(PasskeyOptions, 'What the browser needs.'),
  problems: ['passkeys_unavailable', 'secret_key_missing'],
  async run({ origin, secrets, database }) {
    const site = siteOf(origin);
    const purpose = signInPurposeOf(site.origin);
    const { text, expiresAt } = issueChallenge(secrets, purpose, database.clock.now());
    const options = await webauthn.call('requestOptions', site, text);
    const body = { options: { ...options }, expires_at: expiresAt.toISOString() };
    return { status: 200, body };
  },
});

export function signInPurposeOf(origin: string): string {
  return `sign in ${origin}`;
}
