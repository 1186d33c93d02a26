import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type Problem, validationFailed } from '../../platform/errors.ts';
import { isActiveUser } from './user-queries.ts';

/** The id of the assigned user; null for unassigned. */
export async function readAssignee(
  tx: Tx,
  publicId: string | null | undefined,
): Promise<string | null> {
  if (publicId === null || publicId === undefined || publicId === '') return null;
  const userId = toUuid('user', publicId);
  if (userId !== null && (await isActiveUser(tx, userId))) return userId;
  throw unknownAssignee();
}

export function unknownAssignee(): Problem {
  return unknownUser('/assigned_to');
}

export function unknownUser(pointer: string): Problem {
  const name = pointer.slice(1).replaceAll('/', '.');
  const detail = `The field ${name} is not the id of an active user of your organization. Send the id of an active user.`;
  return validationFailed([{ pointer, code: 'unknown_user', detail }]);
}
