import { Problem } from '../errors.ts';
import type { Caller } from './authenticator.ts';

const RECENT_MS = 10 * 60 * 1000;

/** A browser that was left open, or a stolen cookie, cannot create a token or change who may sign in. */
export function assertRecentSignIn({ session }: Caller, now: Date): void {
  if (session === null || now.getTime() - session.signedInAt.getTime() <= RECENT_MS) return;
  throw signInAgain(
    'For this you must have signed in within the last 10 minutes. Sign in again, then repeat the request.',
  );
}

export function signInAgain(detail: string): Problem {
  return new Problem(403, 'sign_in_again', detail);
}
