import { toPublicId } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import type { EventType } from '../../platform/events/event.ts';
import { leadContacted, leadResponded } from './events.ts';
import { findableByLead, type LeadRow, lockLead, saveLead, toLead } from './queries.ts';
import type { Lead } from './schemas.ts';

const LEAD = { save: saveLead, show: toLead };

/** Saves the changes to a locked lead, and emits its events. Deleting and restoring it is no activity. */
export function changeLead(
  tx: Tx,
  before: LeadRow,
  changes: Partial<LeadRow>,
  ...types: EventType<typeof Lead>[]
): Lead {
  const { customer_id = null, deleted_at = before.deleted_at } = changes;
  if (customer_id !== before.customer_id) findableByLead(tx, { ...before, customer_id });
  const activity = deleted_at === before.deleted_at && { last_activity_at: tx.now };
  return changeResource(tx, LEAD, before, { ...changes, ...activity }, ...types);
}

/** The same, with the row after the change: it stays locked, so the transaction can change it again. */
export function changeLeadRow(
  tx: Tx,
  before: LeadRow,
  changes: Partial<LeadRow>,
  ...types: EventType<typeof Lead>[]
): LeadRow {
  changeLead(tx, before, changes, ...types);
  return { ...before, ...changes, last_activity_at: tx.now, updated_at: tx.now };
}

/** Refuses a deleted or merged lead: it must be restored or unmerged before it can change. */
export async function lockActiveLead(tx: Tx, leadId: string): Promise<LeadRow> {
  const row = await lockLead(tx, leadId);
  assertActive(row);
  return row;
}

export function assertActive(row: LeadRow): void {
  if (row.deleted_at !== null) {
    throw conflict(
      'lead_deleted',
      'This lead is deleted. Restore it first with POST /v1/leads/{id}/restore.',
    );
  }
  assertNotMerged(row);
}

export function assertNotMerged(row: LeadRow): void {
  if (row.merged_into === null) return;
  const into = toPublicId('lead', row.merged_into);
  throw conflict(
    'lead_merged',
    `This lead was merged into ${into}. Use that lead instead, or undo the merge with POST /v1/leads/{id}/unmerge.`,
    { merged_into: into },
  );
}

/** The first contact by a person stops the speed-to-lead clock; later contacts change nothing. */
export function stopSpeedToLead(tx: Tx, row: LeadRow): Lead {
  if (isContactedOrGone(row)) return toLead(row);
  return changeLead(tx, row, { first_contacted_at: tx.now }, leadContacted);
}

/** The first automatic message. After a person has contacted the lead, a message is no response any more. */
export function recordResponse(tx: Tx, row: LeadRow): Lead {
  if (isContactedOrGone(row) || row.first_response_at !== null) return toLead(row);
  return changeLead(tx, row, { first_response_at: tx.now }, leadResponded);
}

function isContactedOrGone(row: LeadRow): boolean {
  return row.first_contacted_at !== null || row.deleted_at !== null || row.merged_into !== null;
}

export function assertNotConverted(row: LeadRow): void {
  if (row.status === 'converted') {
    throw conflict(
      'lead_converted',
      'This lead was converted to a customer, so its qualification can no longer change. Use the customer instead.',
    );
  }
}
