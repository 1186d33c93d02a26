import { foundRow } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { ChecklistEntry } from './job-row.ts';

interface ItemRow {
  item_id: string;
  job_id: string;
  title: string;
  checked_at: Date | null;
  changed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const checklistItems = table<ItemRow>('job_checklist_items', {
  item_id: 'key',
  job_id: 'fixed',
  title: 'fixed',
  checked_at: 'value',
  changed_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

/** Converts a checklist item of a job to its table row. */
export function toItemRow({ now }: Tx, jobId: string, entry: ChecklistEntry): ItemRow {
  return {
    item_id: entry.item_id,
    job_id: jobId,
    title: entry.title,
    checked_at: entry.checked_at === null ? null : new Date(entry.checked_at),
    changed_at: entry.changed_at === null ? null : new Date(entry.changed_at),
    created_at: new Date(entry.created_at),
    updated_at: now,
  };
}

const selectJobOf = statement(
  'select_job_of_checklist_item',
  'select job_id from job_checklist_items where organization_id = $1 and item_id = $2',
);

export async function findJobOfItem(tx: Tx, itemId: string): Promise<string> {
  const rows = tx.query<{ job_id: string }>(selectJobOf, [tx.organizationId, itemId]);
  return (await foundRow(rows, 'checklist item')).job_id;
}
