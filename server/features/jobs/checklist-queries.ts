import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';

const insertRow = statement(
  'insert_checklist_item',
  `insert into job_checklist_items
     (organization_id, item_id, job_id, title, checked_at, created_at, updated_at)
   values ($1, $2, $3, $4, null, $5, $5)`,
);

export function insertItem(tx: Tx, jobId: string, item: { item_id: string; title: string }): void {
  tx.query(insertRow, [tx.organizationId, item.item_id, jobId, item.title, tx.now]);
}

const updateRow = statement(
  'update_checklist_item',
  `update job_checklist_items set checked_at = $3, updated_at = $4
   where organization_id = $1 and item_id = $2`,
);

export function saveItem(tx: Tx, itemId: string, checkedAt: Date | null): void {
  tx.query(updateRow, [tx.organizationId, itemId, checkedAt, tx.now]);
}

const selectJobOf = statement(
  'select_job_of_checklist_item',
  'select job_id from job_checklist_items where organization_id = $1 and item_id = $2',
);

export async function findJobOfItem(tx: Tx, itemId: string): Promise<string> {
  const [row] = await tx.query<{ job_id: string }>(selectJobOf, [tx.organizationId, itemId]);
  if (!row) throw notFound('checklist item');
  return row.job_id;
}
