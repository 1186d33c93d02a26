import type { Tx } from '../../platform/database/transaction.ts';
import { changeLead } from './change-lead.ts';
import { leadWon } from './events.ts';
import type { LeadRow } from './queries.ts';

/** A job was sold to a locked lead, which may have been given up before. */
export function win(tx: Tx, lead: LeadRow): void {
  if (lead.outcome === 'won') return;
  changeLead(tx, lead, { outcome: 'won', outcome_at: tx.now, lost_reason: null }, leadWon);
}
