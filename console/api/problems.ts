import { ApiError, ConnectionError } from '../../packages/sdk/src/problem.ts';
import { text } from '../text/en.ts';

/** What went wrong, for the person: at each field, and for the whole form. */
export interface Trouble {
  /** By the name of the field. */
  fields: Readonly<Record<string, string>>;
  /** What belongs to no field. */
  message: string | null;
  requestId: string | null;
}

export const NO_TROUBLE: Trouble = { fields: {}, message: null, requestId: null };

export function troubleOf(error: unknown, names: readonly string[]): Trouble {
  if (error instanceof ConnectionError) {
    return { fields: {}, message: text.unreachable, requestId: null };
  }
  if (!(error instanceof ApiError)) throw error;
  const { problem, requestId } = error;
  const errors = 'errors' in problem && Array.isArray(problem.errors) ? problem.errors : [];
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { pointer, detail } of errors) {
    const name = String(pointer).slice(1);
    if (names.includes(name)) fields[name] ??= detail;
    else others.push(detail);
  }
  const message = errors.length > 0 ? others.join(' ') : problem.detail;
  return { fields, message: message === '' ? null : message, requestId };
}
