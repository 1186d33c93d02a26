import { type StoredConsent, toConsent } from '../../domain/consent.ts';
import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { searchText } from '../../domain/search.ts';
import { bigintArray } from '../../platform/database/bigint-array.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import type { DuplicateMatch, Lead } from './schemas.ts';

export interface LeadRow {
  lead_id: string;
  lifecycle_number: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  source: string;
  source_ref: string | null;
  service_needed: string;
  address: string | null;
  notes: string | null;
  status: Lead['status'];
  unqualified_reason: string | null;
  assigned_to: string | null;
  duplicate_of: string | null;
  duplicate_match: DuplicateMatch | null;
  merged_into: string | null;
  consent: StoredConsent;
  qualified_at: Date | null;
  first_contacted_at: Date | null;
  converted_at: Date | null;
  customer_id: string | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const LEAD_COLUMNS = `lead_id, lifecycle_number, name, phone, email, source, source_ref, service_needed, address, notes,
  status, unqualified_reason, assigned_to, duplicate_of, duplicate_match, merged_into, consent, qualified_at,
  first_contacted_at, converted_at, customer_id, deleted_at, created_at, updated_at`;

export function toLead(row: LeadRow): Lead {
  return {
    lead_id: toPublicId('lead', row.lead_id),
    lifecycle_number: row.lifecycle_number,
    ...(row.duplicate_of === null ? {} : { duplicate_of: toPublicId('lead', row.duplicate_of) }),
    name: row.name,
    phone: row.phone,
    email: row.email,
    source: row.source,
    source_ref: row.source_ref,
    service_needed: row.service_needed,
    address: row.address,
    notes: row.notes,
    status: row.status,
    unqualified_reason: row.unqualified_reason,
    assigned_to: toPublicIdOrNull('user', row.assigned_to),
    duplicate_match: row.duplicate_match,
    merged_into: toPublicIdOrNull('lead', row.merged_into),
    consent: toConsent(row.consent),
    qualified_at: row.qualified_at?.toISOString() ?? null,
    first_contacted_at: row.first_contacted_at?.toISOString() ?? null,
    converted_at: row.converted_at?.toISOString() ?? null,
    customer_id: toPublicIdOrNull('customer', row.customer_id),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** It takes the organization's counter, so it is among the last statements of the transaction. */
export const insertLeadRow = statement(
  'insert_lead',
  `select insert_lead($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) as lifecycle_number`,
);

export async function insertLead(
  tx: Tx,
  lead: Omit<LeadRow, 'lifecycle_number'>,
  keys: readonly bigint[],
): Promise<string> {
  const rows = await tx.query<{ lifecycle_number: string }>(insertLeadRow, [
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
    lead.qualified_at,
    lead.duplicate_of,
    lead.duplicate_match && JSON.stringify(lead.duplicate_match),
    bigintArray(keys),
    lead.source_ref,
    JSON.stringify(lead.consent),
    searchText(lead),
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

/** Null stands for what is no lead's id, and is as unknown as any other. */
export async function lockLead(tx: Tx, leadId: string | null): Promise<LeadRow> {
  const [row] = await tx.query<LeadRow>(selectLeadForUpdate, [tx.organizationId, leadId]);
  if (!row) throw notFound('lead');
  return row;
}

const updateLead = statement(
  'update_lead',
  `update leads
   set name = $3, phone = $4, email = $5, source = $6, service_needed = $7, address = $8, notes = $9,
       status = $10, unqualified_reason = $11, assigned_to = $12, qualified_at = $13,
       first_contacted_at = $14, converted_at = $15, customer_id = $16, deleted_at = $17, updated_at = $18,
       source_ref = $19, merged_into = $20, consent = $21, search_text = $22
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
    row.source_ref,
    row.merged_into,
    JSON.stringify(row.consent),
    searchText(row),
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

const selectLeadOfLifecycleForUpdate = statement(
  'select_lead_of_lifecycle_for_update',
  `${selectLeadOfLifecycle.text} for no key update`,
);

export async function lockLeadOfLifecycle(tx: Tx, lifecycleNumber: string): Promise<LeadRow> {
  const [row] = await tx.query<LeadRow>(selectLeadOfLifecycleForUpdate, [
    tx.organizationId,
    lifecycleNumber,
  ]);
  if (!row) throw notFound('lifecycle');
  return row;
}

const selectLeadOfSource = statement(
  'select_lead_of_source',
  `select ${LEAD_COLUMNS} from leads where organization_id = $1 and source = $2 and source_ref = $3`,
);

/** The lead that the other system sent before under the same id of its own. */
export async function findLeadOfSource(
  tx: Tx,
  source: string,
  sourceRef: string,
): Promise<LeadRow | null> {
  const [row] = await tx.query<LeadRow>(selectLeadOfSource, [tx.organizationId, source, sourceRef]);
  return row ?? null;
}

const insertKeys = statement('insert_contact_keys', 'select add_contact_keys($1, $2, $3)');

/** What a contact can be recognised by besides; what it was recognised by before stays. */
export function addContactKeys(tx: Tx, contactId: string, keys: readonly bigint[]): void {
  tx.query(insertKeys, [tx.organizationId, contactId, bigintArray(keys)]);
}
