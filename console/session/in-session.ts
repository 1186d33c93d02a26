import { ApiError, isProblem } from '../../packages/sdk/src/problem.ts';
import { proveAgain } from './proof.ts';
import { sessionEnded, signedInAgain } from './session.ts';

/**
 * Sends a request. If the session has ended, the user signs in over the page; if the service wants a recent sign-in for
 * this request, the user enters the password. Then the request is sent again: what was typed is not lost. The first one
 * changed nothing, because it was refused.
 */
export async function inSession<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (isProblem(error, 'sign_in_again')) {
      if (!(await proveAgain())) throw error;
      return send();
    }
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    sessionEnded();
    await signedInAgain();
    return send();
  }
}
