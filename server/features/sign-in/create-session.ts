import { Problem } from '../../platform/errors.ts';
import { publicOperation } from '../../platform/http/public-operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { findAccount, membershipsOf } from './accounts.ts';
import { assertMayTry, forgetTry, subjectsOf } from './guessing.ts';
import { isPassword } from './password.ts';
import { CreateSessionBody, SignedIn } from './schemas.ts';
import { openSession } from './session-queries.ts';
import { signedIn } from './signed-in.ts';
import { chooseOrganization, inNameOf } from './start-session.ts';

export const createSession = publicOperation({
  id: 'createSession',
  path: '/v1/sessions',
  tag: 'Sign-in',
  resource: 'session',
  summary: 'Sign in',
  description:
    'Signs a person in with email address and password, and sets the session as a cookie. It needs no token. A person who belongs to several organizations chooses one with `organization_id`; without it, it is the first by name. Signing in again in the same browser starts a new session. After five failures in a row, the next try has to wait, longer each time.',
  body: CreateSessionBody,
  responses: creates(SignedIn, 'The session. The cookie is set.'),
  problems: ['wrong_credentials', 'no_organization', 'too_many_sign_ins'],
  async run({ body, database, address, userAgent }) {
    const subjects = subjectsOf(body.email, address);
    await assertMayTry(database, subjects);
    const account = await findAccount(database, body.email);
    const isRight = await isPassword(body.password, account?.password_hash ?? null);
    if (account === null || !isRight) throw wrongCredentials();
    await forgetTry(database, subjects);

    const memberships = await membershipsOf(database, account.account_id);
    const chosen = chooseOrganization(memberships, body.organization_id);
    const { row, secret } = await inNameOf(database, chosen, async (tx) =>
      openSession(tx, {
        accountId: account.account_id,
        userId: chosen.user_id,
        method: 'password',
        userAgent,
        address,
      }),
    );
    const shown = signedIn(row, chosen.organization_id, memberships);
    return { status: 201, body: shown, session: secret };
  },
});

/** The same for an unknown address and a wrong password: it does not tell who has an account. */
export function wrongCredentials(): Problem {
  return new Problem(
    401,
    'wrong_credentials',
    'The email address or the password is wrong. Check both and try again.',
  );
}
