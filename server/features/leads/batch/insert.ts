import { bigintArray } from '../../../platform/database/bigint-array.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { newUuid } from '../../../platform/ids.ts';
import { CREATED, QUALIFIED } from '../capture-queries.ts';
import { type LeadRow, toLead } from '../queries.ts';
import type { BatchIdentity } from './known-leads.ts';
import type { PreparedCapture } from './prepare.ts';

/** A lead about to be inserted. */
export interface NewLead {
  capture: PreparedCapture;
  row: LeadRow;
  /** What it is a duplicate of: a stored lead, one of the previous batch, or an earlier one of this batch. */
  duplicateOf: BatchIdentity | null;
  own: BatchIdentity;
  /** The lead that later duplicates of this one refer to: the oldest lead of its chain. */
  id: BatchIdentity;
}

/** Expects that the previous batch is inserted: only then its leads have their numbers. */
export async function insertLeads(tx: Tx, leads: readonly NewLead[]): Promise<void> {
  if (leads.length === 0) return;
  const keys: bigint[] = [];
  const keyRows: number[] = [];
  leads.forEach(({ capture }, index) => {
    for (const key of new Set([...capture.storedKeys, ...capture.searchKeys])) {
      keys.push(key);
      keyRows.push(index + 1);
    }
  });
  tx.wroteEvents(leads.flatMap(({ row }) => (row.qualified_at === null ? CREATED : QUALIFIED)));
  const [row] = await tx.query<{ numbers: string[] }>(insertLeadsBatch, [
    tx.organizationId,
    tx.now,
    JSON.stringify(tx.actor),
    JSON.stringify(leads.map(toInsert)),
    `{${leads.map(({ row }) => row.lead_id).join(',')}}`,
    bigintArray(keys),
    `{${keyRows.join(',')}}`,
  ]);
  setNumbers(leads, row?.numbers ?? []);
}

/** Changes the identities in place, because later leads of this batch and of the next one share them. */
function setNumbers(leads: readonly NewLead[], numbers: readonly string[]): void {
  for (const [index, { own }] of leads.entries()) {
    const number = numbers[index];
    if (number === undefined) throw new Error('insert_leads_batch() returned too few numbers.');
    own.lifecycle_number = number;
    own.batchRow = null;
  }
}

/** The lead as in its events, plus the fields that events leave out. The SQL is in migration 0018. */
function toInsert({ capture, row, duplicateOf }: NewLead) {
  const { lifecycle_number: _assignedByDatabase, ...data } = toLead(numbered(row, duplicateOf));
  return {
    data,
    duplicate_of: row.duplicate_of,
    customer_id: row.customer_id,
    duplicate_row: duplicateOf?.batchRow ?? null,
    consent: row.consent,
    search_text: capture.searchText,
    created_event_id: newUuid(),
    qualified_event_id: row.qualified_at === null ? null : newUuid(),
  };
}

/** The lead that it duplicates may have got its number after they were compared. */
function numbered(row: LeadRow, duplicateOf: BatchIdentity | null): LeadRow {
  if (row.duplicate_match === null || duplicateOf === null) return row;
  const { lifecycle_number } = duplicateOf;
  return { ...row, duplicate_match: { ...row.duplicate_match, lifecycle_number } };
}

const insertLeadsBatch = statement(
  'insert_leads_batch',
  'select insert_leads_batch($1, $2, $3, $4, $5, $6, $7) as numbers',
);
