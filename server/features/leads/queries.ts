import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { toPublicId, toPublicIdOrNull } from '../../platform/ids.ts';
import type { Lead } from './schemas.ts';

export interface LeadRow {
  lead_id: string;
  lifecycle_number: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  source: string;
  service_needed: string;
  address: string | null;
  notes: string | null;
  status: Lead['status'];
  unqualified_reason: string | null;
  assigned_to: string | null;
  qualified_at: Date | null;
  first_contacted_at: Date | null;
  converted_at: Date | null;
  customer_id: string | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const LEAD_COLUMNS = `lead_id, lifecycle_number, name, phone, email, source, service_needed, address, notes,
  status, unqualified_reason, assigned_to, qualified_at, first_contacted_at, converted_at,
  customer_id, deleted_at, created_at, updated_at`;

export function toLead(row: LeadRow): Lead {
  return {
    lead_id: toPublicId('lead', row.lead_id),
    lifecycle_number: row.lifecycle_number,
    name: row.name,
    phone: row.phone,
    email: row.email,
    source: row.source,
    service_needed: row.service_needed,
    address: row.address,
    notes: row.notes,
    status: row.status,
    unqualified_reason: row.unqualified_reason,
    assigned_to: toPublicIdOrNull('user', row.assigned_to),
    qualified_at: row.qualified_at?.toISOString() ?? null,
    first_contacted_at: row.first_contacted_at?.toISOString() ?? null,
    converted_at: row.converted_at?.toISOString() ?? null,
    customer_id: toPublicIdOrNull('customer', row.customer_id),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/**
 * The whole capture in one statement: the lead with its number, its event, and the task that hands the
 * event on. The counter's lock is taken here and given back by the commit that travels behind.
 */
export const insertLeadWithEvent = statement(
  'insert_lead_with_event',
  `with lead as (
     insert into leads (organization_id, lead_id, lifecycle_number, name, phone, email, source,
                        service_needed, address, notes, status, qualified_at, created_at, updated_at)
     values ($1, $2, next_lifecycle_number(), $3, $4, $5, $6, $7, $8, $9, $10, $14, $11, $11)
     returning lifecycle_number
   )
   select lifecycle_number, append_events(lifecycle_number, $11, $12, $13) as last_seq from lead`,
);

export async function insertLead(
  tx: Tx,
  lead: Omit<LeadRow, 'lifecycle_number'>,
  events: string,
): Promise<string> {
  const rows = await tx.query<{ lifecycle_number: string }>(insertLeadWithEvent, [
    tx.organizationId,
    lead.lead_id,
    lead.name,
    lead.phone,
    lead.email,
    lead.source,
    lead.service_needed,
    lead.address,
    lead.notes,
    lead.status,
    lead.created_at,
    JSON.stringify(tx.actor),
    events,
    lead.qualified_at,
  ]);
  return rows[0]!.lifecycle_number;
}

const selectLead = statement(
  'select_lead',
  `select ${LEAD_COLUMNS} from leads where organization_id = $1 and lead_id = $2`,
);

export async function findLead(tx: Tx, leadId: string): Promise<LeadRow> {
  const [row] = await tx.query<LeadRow>(selectLead, [tx.organizationId, leadId]);
  if (!row) throw notFound('lead');
  return row;
}

const selectLeadForUpdate = statement(
  'select_lead_for_update',
  `select ${LEAD_COLUMNS} from leads where organization_id = $1 and lead_id = $2 for no key update`,
);

export async function lockLead(tx: Tx, leadId: string): Promise<LeadRow> {
  const [row] = await tx.query<LeadRow>(selectLeadForUpdate, [tx.organizationId, leadId]);
  if (!row) throw notFound('lead');
  return row;
}

const updateLead = statement(
  'update_lead',
  `update leads
   set name = $3, phone = $4, email = $5, source = $6, service_needed = $7, address = $8, notes = $9,
       status = $10, unqualified_reason = $11, assigned_to = $12, qualified_at = $13,
       first_contacted_at = $14, converted_at = $15, customer_id = $16, deleted_at = $17, updated_at = $18
   where organization_id = $1 and lead_id = $2`,
);

export function saveLead(tx: Tx, row: LeadRow): void {
  tx.query(updateLead, [
    tx.organizationId,
    row.lead_id,
    row.name,
    row.phone,
    row.email,
    row.source,
    row.service_needed,
    row.address,
    row.notes,
    row.status,
    row.unqualified_reason,
    row.assigned_to,
    row.qualified_at,
    row.first_contacted_at,
    row.converted_at,
    row.customer_id,
    row.deleted_at,
    row.updated_at,
  ]);
}

const selectLeadOfLifecycle = statement(
  'select_lead_of_lifecycle',
  `select ${LEAD_COLUMNS} from leads where organization_id = $1 and lifecycle_number = $2`,
);

export async function findLeadOfLifecycle(tx: Tx, lifecycleNumber: string): Promise<LeadRow> {
  const [row] = await tx.query<LeadRow>(selectLeadOfLifecycle, [
    tx.organizationId,
    lifecycleNumber,
  ]);
  if (!row) throw notFound('lifecycle');
  return row;
}
