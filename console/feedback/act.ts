import { ApiError, ConnectionError } from '../../packages/sdk/src/problem.ts';
import { detailOf } from '../api/problems.ts';
import { inSession } from '../session/in-session.ts';
import * as text from '../text/en.ts';
import { sayRefused, type ToastAction } from './feedback.ts';

/** What a person reads about a failed request. */
export function reasonOf(error: unknown): string {
  if (error instanceof ConnectionError) return text.unreachable;
  if (error instanceof ApiError) {
    const errors = 'errors' in error.problem ? error.problem.errors : null;
    const details = Array.isArray(errors) ? errors.map(({ detail }) => String(detail)) : [];
    return details.length > 0 ? details.join(' ') : detailOf(error.problem);
  }
  throw error;
}

/**
 * Sends a change that the page may already show. A refusal is said; `onRefused` takes the change away again, and
 * `instead` offers what to do now. Returns undefined if it was refused.
 */
export async function act<Result>(
  send: () => Promise<Result>,
  onRefused: (error: unknown) => void = () => {},
  instead: (error: unknown) => readonly ToastAction[] = () => [],
): Promise<Result | undefined> {
  try {
    return await inSession(send);
  } catch (error) {
    onRefused(error);
    sayRefused(reasonOf(error), instead(error));
    return undefined;
  }
}
