import type { FieldError } from '../platform/errors.ts';

/**
 * Exactly one of these fields must be given, such as what a visit or a message is for. The purpose ends the
 * sentence: "Give one of lead_id, customer_id and job_id: whom it is for."
 */
export function oneOfErrors(
  body: Record<string, unknown>,
  names: readonly [string, ...string[]],
  purpose: string,
): FieldError[] {
  const given = names.filter((name) => body[name] !== undefined);
  if (given.length === 1) return [];
  const code = given.length === 0 ? 'required' : 'not_allowed';
  const listed =
    names.length === 2
      ? `either ${names.join(' or ')}`
      : `one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return [{ pointer: `/${names[0]}`, code, detail: `Give ${listed}: ${purpose}.` }];
}
