import { searchText } from '../../domain/search.ts';
import { bigintArray } from '../../platform/database/bigint-array.ts';
import { groupedStatement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { newUuid } from '../../platform/ids.ts';
import { captureTogether } from './capture-together.ts';
import { leadCreated, leadQualified } from './events.ts';
import { LEAD_COLUMNS, type LeadRow } from './queries.ts';
import type { Lead } from './schemas.ts';

/** What capture_lead writes besides the lead itself. The SQL is in migration 0034. */
export interface CaptureDetails {
  /** As the API shows it, which is the data of its events. */
  shown: Lead;
  keys: readonly bigint[];
  locks: readonly bigint[];
  identity: readonly bigint[];
  known: readonly string[];
  isPublic: boolean;
}

/** Writes the lead with its keys and events. The promise is its lifecycle number. */
export async function captureRow(tx: Tx, lead: LeadRow, details: CaptureDetails): Promise<string> {
  const types = lead.qualified_at === null ? CREATED : QUALIFIED;
  tx.wroteEvents(types);
  const written = tx.writeWhole<{ lifecycle_number: string }>(
    captureLead,
    captureValues(tx, lead, types, details),
  );
  const [row] = await written;
  if (!row) throw new Error('capture_lead() returned no lifecycle number.');
  return row.lifecycle_number;
}

/** The events that a captured lead has. */
export const CREATED: readonly string[] = [leadCreated.type];
export const QUALIFIED: readonly string[] = [...CREATED, leadQualified.type];

function captureValues(
  tx: Tx,
  lead: LeadRow,
  types: readonly string[],
  details: CaptureDetails,
): unknown[] {
  return [
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
    lead.source_ref,
    JSON.stringify(lead.consent),
    searchText(lead),
    lead.customer_id,
    lead.language,
    details.isPublic,
    bigintArray(details.keys),
    bigintArray(details.locks),
    bigintArray(details.identity),
    `{${details.known.join(',')}}`,
    JSON.stringify(tx.actor),
    `{${types.map(() => newUuid()).join(',')}}`,
    `{${types.join(',')}}`,
    JSON.stringify(details.shown),
  ];
}

/** With the values of the response: 28 and 5. */
export const captureLead = groupedStatement(
  'capture_lead',
  `select capture_lead(${Array.from({ length: 33 }, (_, index) => `$${index + 1}`).join(', ')}) as lifecycle_number`,
  captureTogether,
);

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
