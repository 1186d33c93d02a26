import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';

const selectRunning = statement(
  'is_importing',
  `select exists (select from imports where organization_id = $1 and status = 'running') as is_importing`,
);

/** Whether a file is being processed: until then its rows are stored. */
export async function isImporting(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ is_importing: boolean }>(selectRunning, [tx.organizationId]);
  return row?.is_importing ?? false;
}
