import { ApiError, ConnectionError } from '../../packages/sdk/src/problem.ts';
import * as text from '../text/en.ts';

/** What went wrong, for the person: at each field, and for the whole form. */
export interface Trouble {
  /** By the name of the field. */
  fields: Readonly<Record<string, string>>;
  /** What belongs to no field. */
  message: string | null;
  requestId: string | null;
}

export const NO_TROUBLE: Trouble = { fields: {}, message: null, requestId: null };

/** What the service says, or what a person can do about it. */
export function detailOf({ code, detail }: { code: string; detail: string }): string {
  const said: Readonly<Record<string, string>> = text.problems;
  return Object.hasOwn(said, code) ? (said[code] ?? detail) : detail;
}

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
    const name = fieldAt(String(pointer), names);
    if (name === undefined) others.push(detail);
    else fields[name] ??= detail;
  }
  const message = errors.length > 0 ? others.join(' ') : detailOf(problem);
  return { fields, message: message === '' ? null : message, requestId };
}

/** The field that a pointer names: `postal_codes` of `/postal_codes/3`, if there is none for that place alone. */
function fieldAt(pointer: string, names: readonly string[]): string | undefined {
  const parts = pointer.slice(1).split('/');
  const candidates = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  return candidates.find((name) => names.includes(name));
}
