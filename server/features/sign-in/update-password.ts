import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { lockUser, toUser } from '../organizations/index.ts';
import { setPassword, setPasswordOfOnlyUser } from './accounts.ts';
import { passwordChanged } from './events.ts';
import { revokeLinks } from './link-queries.ts';
import { linkIsNotEnough, ownSession } from './own-account.ts';
import { hashPassword } from './password.ts';
import { SessionList, UpdatePasswordBody } from './schemas.ts';
import { endSessions, lockOpenSessions, toSession } from './session-queries.ts';

export const updatePassword = mutation({
  id: 'updatePassword',
  method: 'POST',
  path: '/v1/me/password',
  tag: 'Sign-in',
  resource: 'session',
  scopes: [],
  needsRecentSignIn: true,
  summary: 'Change your password',
  description:
    'Changes the password of your account, and ends your other sessions in this organization. Only in a session of the last 10 minutes; the old password is not asked for. A session that began with a link changes it only if the account belongs to no other organization.',
  body: UpdatePasswordBody,
  responses: returns(SessionList, 'The sessions that were ended.'),
  problems: ['no_account', 'sign_in_again'],
  async run(tx, { body, caller }) {
    const { session, userId } = ownSession(caller);
    const { accountId, provesAccount } = session;
    const passwordHash = await hashPassword(body.password);
    const [user, open] = await Promise.all([lockUser(tx, userId), lockOpenSessions(tx, userId)]);
    if (provesAccount) setPassword(tx, accountId, passwordHash);
    else if (!(await setPasswordOfOnlyUser(tx, { accountId, userId, passwordHash }))) {
      throw linkIsNotEnough();
    }
    await revokeLinks(tx, userId);
    tx.emit(null, pendingEvent(passwordChanged, toUser(user)));
    const ended = endSessions(
      tx,
      open.filter(({ session_id }) => session_id !== caller.tokenId),
    );
    return { status: 200, body: { ended: ended.map(toSession) } };
  },
});
