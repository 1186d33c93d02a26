import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { Erasure } from './schemas.ts';

export interface ErasureRow {
  erasure_id: string;
  status: Erasure['status'];
  lead_ids: string[];
  customer_ids: string[];
  lifecycle_numbers: string[];
  requested_by: Actor;
  phase: string;
  /** Personal values, while the erasure runs; null before they are collected, and after the last step. */
  search: { values: string[]; contacts: string[] } | null;
  counts: Record<string, number>;
  completed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const erasures = table<ErasureRow>('erasures', {
  erasure_id: 'key',
  status: 'fixed',
  lead_ids: 'fixed',
  customer_ids: 'fixed',
  lifecycle_numbers: 'fixed',
  requested_by: 'fixed_json',
  phase: 'value',
  search: 'json',
  counts: 'fixed_json',
  completed_at: 'fixed',
  created_at: 'fixed',
  updated_at: 'value',
});

export const { find: findErasure, lock: lockErasure } = erasures.byKey('erasure');
export const insertErasure = erasures.insert;
export const saveErasure = erasures.update;

export function toErasure(row: ErasureRow): Erasure {
  return {
    erasure_id: toPublicId('erasure', row.erasure_id),
    lifecycle_number: row.lifecycle_numbers[0] ?? '',
    status: row.status,
    lead_ids: row.lead_ids.map((id) => toPublicId('lead', id)),
    customer_ids: row.customer_ids.map((id) => toPublicId('customer', id)),
    lifecycle_numbers: row.lifecycle_numbers,
    counts: row.counts,
    completed_at: row.completed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export interface PersonLead {
  lead_id: string;
  lifecycle_number: string;
  customer_id: string | null;
  erasure_id: string | null;
}

/** The whole row is locked, so that a new record, which refers to its lead, waits and is refused. */
const lockPerson = statement(
  'lock_leads_of_person',
  `select lead_id, lifecycle_number, customer_id, erasure_id from leads
   where organization_id = $1 and lead_id = any ($2) order by lead_id for update`,
);
const selectPerson = statement('select_leads_of_person', 'select leads_of_person($1, $2) as ids');

/** Ids of every lead of the same person. */
export async function leadIdsOfPerson(tx: Tx, leadId: string): Promise<string[]> {
  const [row] = await tx.query<{ ids: string[] }>(selectPerson, [tx.organizationId, leadId]);
  return row?.ids ?? [leadId];
}

export async function lockLeadsOfPerson(tx: Tx, leadId: string): Promise<PersonLead[]> {
  return tx.query(lockPerson, [tx.organizationId, await leadIdsOfPerson(tx, leadId)]);
}

const selectCustomers = statement(
  'select_customers_of_person',
  `select customer_id from customers
   where organization_id = $1 and lead_id = any ($2) order by customer_id`,
);

/** Every customer was made by one of the person's leads, also one that was merged into another. */
export async function customerIdsOf(tx: Tx, leadIds: readonly string[]): Promise<string[]> {
  const values = [tx.organizationId, leadIds];
  const rows = await tx.query<{ customer_id: string }>(selectCustomers, values);
  return rows.map(({ customer_id }) => customer_id);
}

const closeLeads = statement(
  'close_leads_of_person',
  'update leads set erasure_id = $3 where organization_id = $1 and lead_id = any ($2)',
);
const closeCustomers = statement(
  'close_customers_of_person',
  'update customers set erasure_id = $3 where organization_id = $1 and customer_id = any ($2)',
);

/** From now on the database refuses new records of the person. */
export function closePerson(tx: Tx, row: ErasureRow): void {
  tx.query(closeLeads, [tx.organizationId, row.lead_ids, row.erasure_id]);
  tx.query(closeCustomers, [tx.organizationId, row.customer_ids, row.erasure_id]);
}

const eraseTasks = statement('erase_queued_tasks', 'select erase_queued_tasks($1, $2) as tasks');
const takeStep = statement('erase_person', 'select erase_person($1, $2, $3, $4, $5, $6) as phase');

/** Rows per step: 500 events take about 50 ms, in which only the person's own rows are locked. */
const ROWS_PER_STEP = 500;

/** Erases the next rows. Returns what is next, or `completed`. The event is the one that the last step writes. */
export async function takeErasureStep(
  tx: Tx,
  { erasure_id, phase, search }: ErasureRow,
  event: { event_id: string; at: Date; data: object },
): Promise<string> {
  const { organizationId, now } = tx;
  const found = [organizationId, JSON.stringify(search?.contacts)];
  const [erased] =
    phase === 'tasks' ? await tx.query<{ tasks: number }>(eraseTasks, found) : [undefined];
  const sent = JSON.stringify(event);
  const values = [organizationId, erasure_id, now, sent, ROWS_PER_STEP, erased?.tasks ?? 0];
  const [row] = await tx.query<{ phase: string }>(takeStep, values);
  return row?.phase ?? 'completed';
}

const eraseLate = statement('erase_late_responses', 'select erase_late_responses($1, $2)');

/** Erases what receivers of webhooks responded while the erasure was running. */
export function eraseLateResponses(tx: Tx, erasureId: string): void {
  tx.query(eraseLate, [tx.organizationId, erasureId]);
}
