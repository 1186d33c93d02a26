import { Problem } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { type PublicRequest, publicOperation } from '../../platform/http/public-operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { membershipsOf } from './accounts.ts';
import { readChallenge, useChallenge } from './challenge.ts';
import { signInPurposeOf } from './create-passkey-sign-in-options.ts';
import { passkeyRefused } from './events.ts';
import { assertMayTry, forgetTry, keySubjectsOf } from './guessing.ts';
import { findPasskey, toPasskey, usePasskey } from './passkey-queries.ts';
import { CreatePasskeySessionBody } from './passkey-schemas.ts';
import { SignedIn } from './schemas.ts';
import { openSession } from './session-queries.ts';
import { signedIn } from './signed-in.ts';
import { chooseOrganization, inNameOf } from './start-session.ts';
import { type GivenCredential, readCredential, siteOf, webauthn } from './webauthn.ts';

const NEEDED = ['clientDataJSON', 'authenticatorData', 'signature'];

export const createPasskeySession = publicOperation({
  id: 'createPasskeySession',
  path: '/v1/passkey-sessions',
  tag: 'Sign-in',
  resource: 'session',
  summary: 'Sign in with a passkey',
  description:
    'Signs a person in with the passkey that the browser used with the options of `createPasskeySignInOptions`, and sets the session as a cookie. It needs no token. `organization_id` chooses one of several organizations, as for `createSession`.',
  body: CreatePasskeySessionBody,
  responses: creates(SignedIn, 'The session. The cookie is set.'),
  problems: [
    ...['passkey_refused', 'no_organization', 'too_many_sign_ins'],
    ...['passkeys_unavailable', 'secret_key_missing'],
  ],
  async run(request) {
    const { body, database, address, userAgent } = request;
    const given = readCredential(body.credential, NEEDED);
    const subjects = keySubjectsOf(given.id, address);
    await assertMayTry(database, subjects);
    const { passkey, used } = await verify(request, given);
    const accountId = passkey.account_id;
    const memberships = await membershipsOf(database, accountId);
    const chosen = chooseOrganization(memberships, body.organization_id);
    const userId = chosen.user_id;
    const session = await inNameOf(database, chosen, async (tx) => {
      if (await usePasskey(tx, passkey, used)) {
        return openSession(tx, { accountId, userId, method: 'passkey', userAgent, address });
      }
      const refused = toPasskey({ ...passkey, refused_at: tx.now, updated_at: tx.now }, userId);
      tx.emit(null, pendingEvent(passkeyRefused, refused));
      return null;
    });
    if (session === null) throw counterDidNotGrow();
    await forgetTry(database, subjects);
    const shown = signedIn(session.row, chosen.organization_id, memberships);
    return { status: 201, body: shown, session: session.secret };
  },
});

/** The passkey that signed. A challenge is used up by the first try, whether it succeeds or not. */
async function verify(
  { database, origin, secrets }: PublicRequest<unknown>,
  given: GivenCredential,
) {
  const site = siteOf(origin);
  const now = database.clock.now();
  const challenge = readChallenge(secrets, signInPurposeOf(site.origin), given.challenge, now);
  if (challenge === null || !(await useChallenge(database, challenge))) throw refused();
  const passkey = await findPasskey(database, given.id);
  const used = passkey && (await webauthn.call('verifySignature', site, given, passkey));
  if (passkey === null || used === null) throw refused();
  return { passkey, used };
}

function refused(): Problem {
  return new Problem(
    401,
    'passkey_refused',
    'The passkey is not known here, or its response is not valid or too old. Begin again; if it is refused again, sign in with your password or a link.',
  );
}

function counterDidNotGrow(): Problem {
  return new Problem(
    401,
    'passkey_refused',
    'The passkey may have been copied: it has counted fewer uses than before. Sign in with your password or a link, remove it, and add a new one.',
  );
}
