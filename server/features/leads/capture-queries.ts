import type { Language } from '../../domain/languages.ts';
import { searchText } from '../../domain/search.ts';
import { bigintArray } from '../../platform/database/bigint-array.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LEAD_COLUMNS, type LeadRow } from './queries.ts';

export const insertLeadRow = statement(
  'insert_lead',
  `select insert_lead($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) as lifecycle_number`,
);

/** Runs in one statement with the events, because both lock the organization's counter. */
export async function insertLead(
  tx: Tx,
  lead: Omit<LeadRow, 'lifecycle_number'>,
  keys: readonly bigint[],
): Promise<string> {
  const [row] = await tx.queryWithEvents<{ lifecycle_number: string }>(insertLeadRow, [
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
  if (!row) throw new Error('insert_lead() returned no lifecycle number.');
  return row.lifecycle_number;
}

const insertPublicLead = statement(
  'insert_public_lead',
  'insert into public_leads (organization_id, lead_id) values ($1, $2)',
);

/** The lead is inserted together with the events, so this follows them. */
export function markPublic(tx: Tx, leadId: string): void {
  tx.afterEvents(insertPublicLead, [tx.organizationId, leadId]);
}

const updateLanguage = statement(
  'set_lead_language',
  'update leads set language = $3 where organization_id = $1 and lead_id = $2',
);

/** Few leads have a language, so it is not a parameter of insert_lead(). It follows the insert, like markPublic(). */
export function setLanguage(tx: Tx, leadId: string, language: Language): void {
  tx.afterEvents(updateLanguage, [tx.organizationId, leadId, language]);
}

const selectLeadBySourceRef = statement(
  'select_lead_of_source',
  `select ${LEAD_COLUMNS} from leads where organization_id = $1 and source = $2 and source_ref = $3`,
);

/** The lead that this source has already sent under the same reference. */
export async function findLeadBySourceRef(
  tx: Tx,
  source: string,
  sourceRef: string,
): Promise<LeadRow | null> {
  const [row] = await tx.query<LeadRow>(selectLeadBySourceRef, [
    tx.organizationId,
    source,
    sourceRef,
  ]);
  return row ?? null;
}
