import type { FieldError } from '../platform/errors.ts';

/**
 * Exactly one of these fields must be sent, such as the contact of a visit or a message. The purpose ends the
 * sentence: "Send exactly one of lead_id, customer_id and job_id: the contact."
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
      : `exactly one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return [{ pointer: `/${names[0]}`, code, detail: `Send ${listed}: ${purpose}.` }];
}
