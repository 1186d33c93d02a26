import type { Tx } from '../../platform/database/transaction.ts';

/** Sends the statements of `work` in the other organization, all at once, and waits for their result. */
export function inside<T>(
  tx: Tx,
  organizationId: string,
  work: (own: Tx) => Promise<T>,
): Promise<T> {
  let result: Promise<T> | undefined;
  tx.inOrganization(organizationId, (own) => {
    result = work(own);
  });
  return result ?? Promise.reject(new Error('Nothing was sent'));
}
