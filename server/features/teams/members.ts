import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { activeUsersAmong } from '../organizations/index.ts';

/** Who may be a member of a team. */

export const MAX_MEMBERS = 200;

/** What shows without asking the database: what is no user's id at all, and who is named twice. */
export function checkMembers({ members }: Record<string, unknown>): { errors: FieldError[] } {
  if (!Array.isArray(members)) return { errors: [] };
  // More than these are refused for their number.
  const errors = members.slice(0, MAX_MEMBERS).flatMap((member, place) => {
    if (typeof member !== 'string') return [];
    if (members.indexOf(member) !== place) return [repeatedMember(place)];
    return toUuid('user', member) === null ? [unknownMember(place)] : [];
  });
  return { errors };
}

/**
 * The members as they were sent, each an active user of the organization. A user who is a member
 * already may stay without being active, so that a team can be sent back as it was read.
 */
export async function readMembers(
  tx: Tx,
  sent: readonly string[],
  present: readonly string[],
): Promise<string[]> {
  const users = sent.map((publicId) => toUuid('user', publicId));
  const members = users.filter((userId) => userId !== null);
  const allowed = new Set([...present, ...(await activeUsersAmong(tx, members))]);
  const errors = users.flatMap((userId, place) =>
    userId !== null && allowed.has(userId) ? [] : [unknownMember(place)],
  );
  if (errors.length > 0) throw validationFailed(errors);
  return members;
}

function unknownMember(place: number): FieldError {
  return {
    pointer: `/members/${place}`,
    code: 'unknown_user',
    detail: `The field members.${place} must be the id of an active user of your organization.`,
  };
}

function repeatedMember(place: number): FieldError {
  return {
    pointer: `/members/${place}`,
    code: 'repeated',
    detail: `The field members.${place} repeats another member. Name each once.`,
  };
}
