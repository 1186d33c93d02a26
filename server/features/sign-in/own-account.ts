import type { Caller, Session } from '../../platform/auth/authenticator.ts';
import { signInAgain } from '../../platform/auth/recent-sign-in.ts';
import { conflict, type Problem } from '../../platform/errors.ts';

export interface OwnAccount {
  accountId: string;
  userId: string;
}

/** The caller’s session; a token of a program has none. */
export function ownSession({ session, userId }: Caller): { session: Session; userId: string } {
  if (session === null || userId === null) throw noAccount();
  return { session, userId };
}

/**
 * The caller’s account, for what reaches all its organizations: a link comes from one of them, which could use it to
 * get into the others.
 */
export function ownAccount(caller: Caller): OwnAccount {
  const { session, userId } = ownSession(caller);
  if (!session.provesAccount) throw linkIsNotEnough();
  return { accountId: session.accountId, userId };
}

export function linkIsNotEnough(): Problem {
  return signInAgain(
    'You signed in with a link of one organization, which is not enough to change your account. Sign in with your password or a passkey, then repeat the request.',
  );
}

function noAccount(): Problem {
  return conflict(
    'no_account',
    'A token of a program has no account. Sign in with POST /v1/sessions, and send the request in that session.',
  );
}
