import { conflict, Problem } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { readChallenge, useChallengeIn } from './challenge.ts';
import { purposeOf } from './create-passkey-options.ts';
import { passkeyCreated } from './events.ts';
import { ownAccount } from './own-account.ts';
import { insertPasskey, toPasskey } from './passkey-queries.ts';
import { CreatePasskeyBody, Passkey } from './passkey-schemas.ts';
import { readCredential, siteOf, webauthn } from './webauthn.ts';

export const createPasskey = mutation({
  id: 'createPasskey',
  method: 'POST',
  path: '/v1/me/passkeys',
  tag: 'Sign-in',
  resource: 'passkey',
  scopes: [],
  needsRecentSignIn: true,
  summary: 'Add a passkey',
  description:
    'Adds the passkey that the browser created with the options of `createPasskeyOptions` to your account. You can sign in with it to every organization of the account. An account has at most 20.',
  body: CreatePasskeyBody,
  responses: creates(Passkey, 'The passkey.'),
  problems: [
    ...['no_account', 'sign_in_again', 'passkeys_unavailable', 'secret_key_missing'],
    ...['passkey_not_valid', 'passkey_exists', 'too_many_passkeys'],
  ],
  undo: 'deletePasskey',
  async run(tx, { body, caller, origin, secrets }) {
    const { accountId, userId } = ownAccount(caller);
    const site = siteOf(origin);
    const given = readCredential(body.credential, ['clientDataJSON', 'attestationObject']);
    const purpose = purposeOf(accountId, site.origin);
    const challenge = readChallenge(secrets, purpose, given.challenge, tx.now);
    if (challenge === null || !(await useChallengeIn(tx, challenge))) throw notValid();
    const verified = await webauthn.call('verifyCreated', site, given);
    if (verified === null) throw notValid();

    const row = {
      passkey_id: newUuid(),
      account_id: accountId,
      credential_id: verified.credentialId,
      public_key: Buffer.from(verified.publicKey),
      sign_count: verified.signCount,
      transports: given.transports,
      domain: site.domain,
      name: body.name.trim(),
      is_synced: verified.isSynced,
      created_at: tx.now,
      updated_at: tx.now,
    };
    const result = await insertPasskey(tx, row);
    if (result !== 'created') throw result === 'exists' ? exists() : tooMany();
    const unused = { last_used_at: null, refused_at: null, revoked_at: null };
    const passkey = toPasskey({ ...row, ...unused }, userId);
    tx.emit(null, pendingEvent(passkeyCreated, passkey));
    return { status: 201, body: passkey };
  },
});

function notValid(): Problem {
  return new Problem(
    422,
    'passkey_not_valid',
    'The passkey could not be verified: it was created for another page or account, or more than 5 minutes ago. Begin again with POST /v1/me/passkeys/options.',
  );
}

function exists(): Problem {
  return conflict('passkey_exists', 'This passkey was added before. Sign in with it.');
}

function tooMany(): Problem {
  return conflict(
    'too_many_passkeys',
    'Your account has 20 passkeys, as many as it can have. Remove one that you no longer use with DELETE /v1/me/passkeys/{id}.',
  );
}
