import type { Tx } from '../../platform/database/transaction.ts';
import { nextVisitsOf } from '../appointments/index.ts';
import type { FullJob } from './job-row.ts';

/** The jobs of a list, each with its next visit, in one more round trip. */
export async function withNextVisits(tx: Tx, rows: readonly FullJob[]): Promise<FullJob[]> {
  if (rows.length === 0) return [];
  const jobIds = rows.map(({ job_id }) => job_id);
  const found = await nextVisitsOf(tx, 'job_id', jobIds);
  const visitOf = new Map(found.map(({ of, visit }) => [of, visit]));
  return rows.map((row) => ({ ...row, next_visit: visitOf.get(row.job_id) ?? null }));
}
