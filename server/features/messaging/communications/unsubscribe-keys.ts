import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';

/** The URL in the List-Unsubscribe header of an email. Its key is for this one email. */

const insertKey = statement(
  'insert_unsubscribe_key',
  `insert into unsubscribe_keys (organization_id, communication_id, unsubscribe_key, url)
   values ($1, $2, $3, $4)`,
);
const selectUnsubscribeUrl = statement(
  'select_unsubscribe_url',
  'select url from unsubscribe_keys where organization_id = $1 and communication_id = $2',
);

export function insertUnsubscribeKey(
  tx: Tx,
  communicationId: string,
  key: string,
  url: string,
): void {
  tx.query(insertKey, [tx.organizationId, communicationId, key, url]);
}

export async function findUnsubscribeUrl(tx: Tx, communicationId: string): Promise<string | null> {
  const values = [tx.organizationId, communicationId];
  const [row] = await tx.query<{ url: string }>(selectUnsubscribeUrl, values);
  return row?.url ?? null;
}
