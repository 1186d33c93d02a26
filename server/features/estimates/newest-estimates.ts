import type { Tx } from '../../platform/database/transaction.ts';
import { findToday } from '../invoices/index.ts';
import { newestRows, toEstimate } from './queries.ts';
import type { Estimate } from './schemas.ts';

/** The newest twenty estimates of several lifecycle numbers that were merged into one. */
export async function newestEstimates(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<Estimate[]> {
  const [rows, today] = await Promise.all([newestRows(tx, lifecycleNumbers), findToday(tx)]);
  return rows.map((row) => toEstimate(row, today));
}
