import { toPublicId } from '../../domain/ids.ts';
import { type Database, isRefusedBy } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, Problem } from '../../platform/errors.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import type { Actor } from '../../platform/events/event.ts';
import { publicOperation } from '../../platform/http/public-operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import {
  connectAccount,
  createAccount,
  findAccount,
  isAccountOnlyOf,
  membershipsOf,
  setPasswordOfOnlyUser,
} from './accounts.ts';
import { wrongCredentials } from './create-session.ts';
import { invitationAccepted } from './events.ts';
import { assertMayTry, forgetTry, subjectsOf } from './guessing.ts';
import { type InvitedUser, invitationResource, lockInvitation } from './invitation-queries.ts';
import { readLinkKey } from './link-key.ts';
import { revokeLinks } from './link-queries.ts';
import { hashPassword, isPassword } from './password.ts';
import { AcceptInvitationBody, SignedIn } from './schemas.ts';
import { endSessions, lockOpenSessions, openSession } from './session-queries.ts';
import { signedIn } from './signed-in.ts';

const ACCEPTING: Actor = { type: 'system', id: null, name: 'invitation' };

export const acceptInvitation = publicOperation({
  id: 'acceptInvitation',
  path: '/v1/invitations/accept',
  tag: 'Sign-in',
  resource: 'invitation',
  summary: 'Accept an invitation',
  description:
    'Signs the invited person in, and sets the session as a cookie. It needs no token, only the key of the link. Without an account for the address, the password becomes that of a new account. If the account also belongs to another organization, the password must be the right one: an invitation is no way into it.',
  body: AcceptInvitationBody,
  responses: creates(SignedIn, 'The session. The cookie is set.'),
  problems: [
    ...['invitation_not_valid', 'wrong_credentials', 'too_many_sign_ins'],
    ...['account_exists', 'account_in_use'],
  ],
  async run({ body, database, address, userAgent }) {
    const key = readLinkKey(body.key);
    if (key === null) throw notValid();
    const { organizationId } = key;
    const inOrganization = { organizationId, actor: ACCEPTING };
    const invited = await database.transaction(inOrganization, (tx) =>
      lockInvitation(tx, key.hash),
    );
    if (invited === null) throw notValid();

    const account = await accountFor(database, organizationId, invited, body.password, address);
    const actor: Actor = {
      type: 'user',
      id: toPublicId('user', invited.user_id),
      name: invited.name,
    };
    const work = async (tx: Tx) => {
      const invitation = await lockInvitation(tx, key.hash);
      if (invitation === null) throw notValid();
      await account.save(tx);
      connectAccount(tx, invitation.user_id, account.accountId);
      const changes = { accepted_at: tx.now };
      changeResource(tx, invitationResource, invitation, changes, invitationAccepted);
      endSessions(tx, await lockOpenSessions(tx, invitation.user_id));
      await revokeLinks(tx, invitation.user_id);
      return openSession(tx, {
        accountId: account.accountId,
        userId: invitation.user_id,
        method: 'invitation' as const,
        userAgent,
        address,
      });
    };
    const { row, secret } = await database
      .transaction({ organizationId, actor }, work)
      .catch((error: unknown) => {
        throw isRefusedBy(error, 'users_account_unique') ? accountInUse() : error;
      });
    const memberships = await membershipsOf(database, account.accountId);
    const shown = signedIn(row, organizationId, memberships);
    return { status: 201, body: shown, session: secret };
  },
});

interface AcceptedAccount {
  accountId: string;
  /** In the transaction that accepts the invitation. */
  save(tx: Tx): Promise<void>;
}

/** A new account, or the one of the address: with its password, or with a new one if it belongs only to this user. */
async function accountFor(
  database: Database,
  organizationId: string,
  { user_id, email }: InvitedUser,
  password: string,
  address: string,
): Promise<AcceptedAccount> {
  const known = await findAccount(database, email);
  if (known === null) {
    const accountId = newUuid();
    const passwordHash = await hashPassword(password);
    const save = async (tx: Tx) => {
      if (!(await createAccount(tx, { accountId, email, passwordHash }))) throw accountExists();
    };
    return { accountId, save };
  }
  const accountId = known.account_id;
  if (await isAccountOnlyOf(database, accountId, { organizationId, userId: user_id })) {
    const passwordHash = await hashPassword(password);
    const save = async (tx: Tx) => {
      const isSet = await setPasswordOfOnlyUser(tx, { accountId, userId: user_id, passwordHash });
      if (!isSet) throw accountExists();
    };
    return { accountId, save };
  }
  const subjects = subjectsOf(email, address);
  await assertMayTry(database, subjects);
  if (!(await isPassword(password, known.password_hash))) throw wrongCredentials();
  await forgetTry(database, subjects);
  return { accountId, save: async () => {} };
}

export function notValid(): Problem {
  return new Problem(
    404,
    'invitation_not_valid',
    'This invitation is not valid: it was used or replaced, it has expired, or the link is incomplete. Ask for a new one.',
  );
}

function accountInUse(): Problem {
  return conflict(
    'account_in_use',
    'With this account you already sign in as another user of this organization. Ask its owner to change the email address of one of the two.',
  );
}

/** Another invitation for the address was accepted in the same moment. */
function accountExists(): Problem {
  return conflict(
    'account_exists',
    'An account with this address was created a moment ago. Accept the invitation again, with the password of that account.',
  );
}
