import type { Tx } from '../../platform/database/transaction.ts';
import { findToday, newestRows, toInvoice } from './queries.ts';
import type { Invoice } from './schemas.ts';

/** The newest twenty invoices of several lifecycle numbers that were merged into one. */
export async function newestInvoices(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<Invoice[]> {
  const [rows, today] = await Promise.all([newestRows(tx, lifecycleNumbers), findToday(tx)]);
  return rows.map((row) => toInvoice(row, today));
}
