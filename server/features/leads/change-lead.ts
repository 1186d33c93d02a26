import { toPublicId } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import { leadContacted } from './events.ts';
import { type LeadRow, lockLead, saveLead, toLead } from './queries.ts';
import type { Lead } from './schemas.ts';

/** Writes the change of a locked lead and the events that tell of it, and answers the lead after. */
export function changeLead(
  tx: Tx,
  before: LeadRow,
  changes: Partial<LeadRow>,
  ...types: EventType<typeof Lead>[]
): Lead {
  const after = { ...before, ...changes, updated_at: tx.now };
  saveLead(tx, after);
  const lead = toLead(after);
  const previous = changedFields(toLead(before), lead);
  tx.emit(before.lifecycle_number, ...types.map((type) => pendingEvent(type, lead, previous)));
  return lead;
}

/** A deleted or merged lead is kept as it was; whoever wants to go on with it brings it back first. */
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
