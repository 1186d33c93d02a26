import { toPublicId } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import type { EventType } from '../../platform/events/event.ts';
import { leadContacted } from './events.ts';
import { type LeadRow, lockLead, saveLead, toLead } from './queries.ts';
import type { Lead } from './schemas.ts';

const LEAD = { save: saveLead, show: toLead };

/** Writes the change of a locked lead, and its events. */
export function changeLead(
  tx: Tx,
  before: LeadRow,
  changes: Partial<LeadRow>,
  ...types: EventType<typeof Lead>[]
): Lead {
  return changeResource(tx, LEAD, before, changes, ...types);
}

/** A deleted or merged lead is kept as it was; restore or unmerge it first. */
export async function lockLivingLead(tx: Tx, leadId: string): Promise<LeadRow> {
  const row = await lockLead(tx, leadId);
  if (row.deleted_at !== null) {
    throw conflict(
      'lead_deleted',
      'This lead is deleted. Bring it back with POST /v1/leads/{id}/restore first.',
    );
  }
  assertNotMerged(row);
  return row;
}

export function assertNotMerged(row: LeadRow): void {
  if (row.merged_into === null) return;
  const into = toPublicId('lead', row.merged_into);
  throw conflict(
    'lead_merged',
    `This lead was merged into ${into}. Work with that one, or take the merge back with POST /v1/leads/{id}/unmerge.`,
    { merged_into: into },
  );
}

/** Somebody has answered: the first time, the clock stops. */
export function stopSpeedToLead(tx: Tx, row: LeadRow): Lead {
  const isOver =
    row.first_contacted_at !== null || row.deleted_at !== null || row.merged_into !== null;
  if (isOver) return toLead(row);
  return changeLead(tx, row, { first_contacted_at: tx.now }, leadContacted);
}

export function assertNotConverted(row: LeadRow): void {
  if (row.status === 'converted') {
    throw conflict(
      'lead_converted',
      'This lead has become a customer, so its qualification is settled. Work with the customer instead.',
    );
  }
}
