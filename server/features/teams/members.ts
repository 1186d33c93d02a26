import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { activeUsersAmong } from '../organizations/index.ts';

export const MAX_MEMBERS = 200;

/** Checks that need no database: malformed user ids and repeated members. */
export function checkMembers({ members }: Record<string, unknown>): { errors: FieldError[] } {
  if (!Array.isArray(members)) return { errors: [] };
  // The schema refuses a longer list.
  const errors = members.slice(0, MAX_MEMBERS).flatMap((member, index) => {
    if (typeof member !== 'string') return [];
    if (members.indexOf(member) !== index) return [repeatedMember(index)];
    return toUuid('user', member) === null ? [unknownMember(index)] : [];
  });
  return { errors };
}

/**
 * Returns the members in the order sent. Each must be an active user of the organization. Current members
 * can stay when they are inactive, so that a client can send a team back unchanged.
 */
export async function readMembers(
  tx: Tx,
  sent: readonly string[],
  current: readonly string[],
): Promise<string[]> {
  const users = sent.map((publicId) => toUuid('user', publicId));
  const members = users.filter((userId) => userId !== null);
  const allowed = new Set([...current, ...(await activeUsersAmong(tx, members))]);
  const errors = users.flatMap((userId, index) =>
    userId !== null && allowed.has(userId) ? [] : [unknownMember(index)],
  );
  if (errors.length > 0) throw validationFailed(errors);
  return members;
}

function unknownMember(index: number): FieldError {
  return {
    pointer: `/members/${index}`,
    code: 'unknown_user',
    detail: `The field members.${index} is not the id of an active user of your organization. Send the id of an active user.`,
  };
}

function repeatedMember(index: number): FieldError {
  return {
    pointer: `/members/${index}`,
    code: 'repeated',
    detail: `The field members.${index} repeats another member. Send each user once.`,
  };
}
