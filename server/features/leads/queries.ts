import { type StoredConsent, toConsent } from '../../domain/consent.ts';
import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { searchKeys, searchText } from '../../domain/search.ts';
import { bigintArray } from '../../platform/database/bigint-array.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { DuplicateMatch } from './duplicate-schema.ts';
import type { CapturedFields } from './lead.ts';
import type { Lead } from './schemas.ts';

export interface LeadRow extends CapturedFields {
  lead_id: string;
  lifecycle_number: string;
  status: Lead['status'];
  unqualified_reason: string | null;
  assigned_to: string | null;
  duplicate_of: string | null;
  duplicate_match: DuplicateMatch | null;
  duplicate_dismissed_at: Date | null;
  merged_into: string | null;
  consent: StoredConsent;
  qualified_at: Date | null;
  first_contacted_at: Date | null;
  first_response_at: Date | null;
  converted_at: Date | null;
  customer_id: string | null;
  relation: Lead['relation'];
  /** Customers that a user has detached it from. */
  detached_from: string[];
  outcome: Lead['outcome'];
  outcome_at: Date | null;
  lost_reason: string | null;
  /** Set by the database, with the appointments of the lead. */
  booked: boolean;
  last_activity_at: Date;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** capture_lead() and insert_leads_batch() insert leads, because they assign the lifecycle number. */
const leads = table<LeadRow>(
  'leads',
  {
    lead_id: 'key',
    lifecycle_number: 'fixed',
    name: 'value',
    phone: 'value',
    email: 'value',
    source: 'value',
    source_ref: 'value',
    service_needed: 'value',
    address: 'value',
    notes: 'value',
    status: 'value',
    unqualified_reason: 'value',
    assigned_to: 'value',
    duplicate_of: 'fixed',
    duplicate_match: 'fixed_json',
    duplicate_dismissed_at: 'value',
    merged_into: 'value',
    language: 'value',
    metadata: 'json',
    attribution: 'json',
    consent: 'json',
    qualified_at: 'value',
    first_contacted_at: 'value',
    first_response_at: 'value',
    converted_at: 'value',
    customer_id: 'value',
    relation: 'value',
    detached_from: 'value',
    outcome: 'value',
    outcome_at: 'value',
    lost_reason: 'value',
    booked: 'fixed',
    last_activity_at: { sql: 'last_activity_at(organization_id, lifecycle_number, created_at)' },
    deleted_at: 'value',
    created_at: 'fixed',
    updated_at: 'value',
  },
  { search_text: searchText },
  { updatesManyRows: true },
);

export const LEAD_COLUMNS = leads.columns;

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
    duplicate_dismissed_at: row.duplicate_dismissed_at?.toISOString() ?? null,
    merged_into: toPublicIdOrNull('lead', row.merged_into),
    language: row.language,
    metadata: row.metadata ?? {},
    attribution: row.attribution ?? {},
    consent: toConsent(row.consent),
    qualified_at: row.qualified_at?.toISOString() ?? null,
    first_contacted_at: row.first_contacted_at?.toISOString() ?? null,
    first_response_at: row.first_response_at?.toISOString() ?? null,
    converted_at: row.converted_at?.toISOString() ?? null,
    customer_id: toPublicIdOrNull('customer', row.customer_id),
    relation: row.relation,
    outcome: row.outcome,
    outcome_at: row.outcome_at?.toISOString() ?? null,
    lost_reason: row.lost_reason,
    booked: row.booked,
    last_activity_at: row.last_activity_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const { find: findLead, lock: lockLead } = leads.byKey('lead');

export function saveLead(tx: Tx, row: LeadRow): void {
  leads.update(tx, row);
}

const selectLeadOfLifecycle = statement(
  'select_lead_of_lifecycle',
  `select ${LEAD_COLUMNS} from leads where organization_id = $1 and lifecycle_number = $2`,
);

export const findLeadOfLifecycle = rowFinder<LeadRow>(selectLeadOfLifecycle, 'lifecycle');

const selectLeadOfLifecycleForUpdate = statement(
  'select_lead_of_lifecycle_for_update',
  `${selectLeadOfLifecycle.text} for no key update`,
);

export const lockLeadOfLifecycle = rowFinder<LeadRow>(selectLeadOfLifecycleForUpdate, 'lifecycle');

/** A search for the details of a later request finds its customer, too. */
export function findableByLead(tx: Tx, row: LeadRow): void {
  if (row.customer_id !== null) {
    addContactKeys(tx, row.customer_id, searchKeys(row, 'customer'));
  }
}

const insertKeys = statement('insert_contact_keys', 'select add_contact_keys($1, $2, $3)');

/** Adds keys that a contact is recognized by. Its earlier keys stay. */
export function addContactKeys(tx: Tx, contactId: string, keys: readonly bigint[]): void {
  tx.query(insertKeys, [tx.organizationId, contactId, bigintArray(keys)]);
}
