import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type Problem, validationFailed } from '../../platform/errors.ts';
import { isActiveUser } from './user-queries.ts';

/** The user whom something is assigned to; null for nobody. */
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
  return validationFailed([
    {
      pointer: '/assigned_to',
      code: 'unknown_user',
      detail: 'The field assigned_to must be the id of an active user of your organization.',
    },
  ]);
}
