import type { Tx } from '../../platform/database/transaction.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { followUpFailed, followUpSkipped } from './events.ts';
import type { FollowUpRow } from './queries.ts';

/** Used when it must not be sent, or is no longer needed. */
export function skip(tx: Tx, row: FollowUpRow, reason: string): void {
  changeFollowUp(tx, row, { status: 'skipped', reason }, followUpSkipped);
}

/** Used when it could not be sent. */
export function fail(
  tx: Tx,
  row: FollowUpRow,
  reason: string,
  changes: Partial<FollowUpRow> = {},
): void {
  changeFollowUp(tx, row, { ...changes, status: 'failed', reason }, followUpFailed);
}
