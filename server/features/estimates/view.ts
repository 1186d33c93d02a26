import type { Tx } from '../../platform/database/transaction.ts';
import { changeEstimate, openEstimate } from './change-estimate.ts';
import { estimateViewed } from './events.ts';
import { toEstimate } from './queries.ts';
import type { Estimate } from './schemas.ts';

/** The customer opened the estimate. Only the first time counts, and only while it can be accepted. */
export async function markViewed(tx: Tx, estimateId: string): Promise<Estimate> {
  const open = await openEstimate(tx, estimateId);
  if (open.status !== 'sent') return toEstimate(open.before, open.today);
  return changeEstimate(tx, open, { status: 'viewed', viewed_at: tx.now }, estimateViewed);
}
