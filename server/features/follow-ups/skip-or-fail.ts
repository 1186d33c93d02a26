import type { Tx } from '../../platform/database/transaction.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { followUpFailed, followUpSkipped } from './events.ts';
import type { FollowUpRow } from './queries.ts';

/** It must not be sent, or there is nothing to do any more. */
export function skip(tx: Tx, row: FollowUpRow, reason: string): void {
  changeFollowUp(tx, row, { status: 'skipped', reason }, followUpSkipped);
}

/** It could not be sent. */
export function fail(
  tx: Tx,
  row: FollowUpRow,
  reason: string,
  changes: Partial<FollowUpRow> = {},
): void {
  changeFollowUp(tx, row, { ...changes, status: 'failed', reason }, followUpFailed);
}
