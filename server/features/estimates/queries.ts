import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { numberedEvent } from '../../platform/events/event.ts';
import { depositOf, type Status, statusOn } from './estimate.ts';
import { estimateCreated } from './events.ts';
import type { StoredOption } from './options.ts';
import type { Acceptance, Deposit, Estimate } from './schemas.ts';

export interface EstimateRow {
  estimate_id: string;
  number: string;
  version: number;
  lifecycle_number: string;
  lead_id: string;
  /** The customer that the lead is, and the current name. */
  contact: { customer_id: string | null; name: string | null };
  /** Where the work is done. */
  property_id: string | null;
  status: Status;
  title: string;
  currency: string;
  /** The last day on which it can be accepted. */
  expires_on: string;
  options: StoredOption[];
  deposit: Deposit | null;
  warranty_months: number;
  terms: string | null;
  delivery: 'issued' | 'email' | 'sms' | null;
  communication_id: string | null;
  delivery_reason: string | null;
  accepted_option: number | null;
  accepted_lines: number[] | null;
  accepted_amount: number | null;
  signature_name: string | null;
  signature_kind: 'typed' | 'drawn' | null;
  document_hash: string | null;
  job_id: string | null;
  invoice_id: string | null;
  decline_reason: string | null;
  supersedes: string | null;
  superseded_by: string | null;
  sent_at: Date | null;
  viewed_at: Date | null;
  accepted_at: Date | null;
  declined_at: Date | null;
  expired_at: Date | null;
  superseded_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const estimates = table<EstimateRow>('estimates', {
  estimate_id: 'key',
  number: 'fixed',
  version: 'fixed',
  lifecycle_number: 'fixed',
  lead_id: 'fixed',
  contact: { sql: 'contact_of_lead(organization_id, lead_id)' },
  property_id: 'value',
  status: 'value',
  title: 'value',
  currency: 'fixed',
  expires_on: 'value',
  options: 'json',
  deposit: 'json',
  warranty_months: 'value',
  terms: 'value',
  delivery: 'value',
  communication_id: 'value',
  delivery_reason: 'value',
  accepted_option: 'value',
  accepted_lines: 'value',
  accepted_amount: 'value',
  signature_name: 'value',
  signature_kind: 'value',
  document_hash: 'value',
  job_id: 'value',
  invoice_id: 'value',
  decline_reason: 'value',
  supersedes: 'fixed',
  superseded_by: 'value',
  sent_at: 'value',
  viewed_at: 'value',
  accepted_at: 'value',
  declined_at: 'value',
  expired_at: 'value',
  superseded_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});
export const COLUMNS = estimates.columns;

export const { find: findEstimate, lock: lockEstimate } = estimates.byKey('estimate');
export const saveEstimate = estimates.update;
/** A further version, with the number of the one before. */
export const insertVersion = estimates.insert;
export const newestRows = estimates.newestOf('lifecycle_number', 'text');

const selectByNumber = statement(
  'select_estimate_by_number',
  `select ${COLUMNS} from estimates where organization_id = $1 and number = $2
   order by version desc limit 1`,
);

/** The newest version of the estimate with this number, such as EST-000042, or none. */
export function findEstimatesByNumber(tx: Tx, number: string): Promise<EstimateRow[]> {
  return tx.query(selectByNumber, [tx.organizationId, number]);
}

/** Whether it is expired depends on the current day. */
export function toEstimate(row: EstimateRow, today: string): Estimate {
  return {
    estimate_id: toPublicId('estimate', row.estimate_id),
    number: row.number,
    version: row.version,
    status: statusOn(row, today),
    lifecycle_number: row.lifecycle_number,
    lead_id: toPublicId('lead', row.lead_id),
    customer_id: toPublicIdOrNull('customer', row.contact.customer_id),
    contact_name: row.contact.name,
    property_id: toPublicIdOrNull('property', row.property_id),
    title: row.title,
    currency: row.currency,
    valid_until: row.expires_on,
    options: row.options.map((option) => ({
      ...option,
      deposit: depositOf(row.deposit, option.total),
    })),
    deposit: row.deposit,
    warranty_months: row.warranty_months,
    terms: row.terms,
    delivery: row.delivery,
    communication_id: toPublicIdOrNull('communication', row.communication_id),
    delivery_reason: row.delivery_reason,
    acceptance: acceptanceOf(row),
    decline_reason: row.decline_reason,
    supersedes: toPublicIdOrNull('estimate', row.supersedes),
    superseded_by: toPublicIdOrNull('estimate', row.superseded_by),
    sent_at: row.sent_at?.toISOString() ?? null,
    viewed_at: row.viewed_at?.toISOString() ?? null,
    accepted_at: row.accepted_at?.toISOString() ?? null,
    declined_at: row.declined_at?.toISOString() ?? null,
    expired_at: row.expired_at?.toISOString() ?? null,
    superseded_at: row.superseded_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function acceptanceOf(row: EstimateRow): Acceptance | null {
  // The database holds that an accepted estimate has all of them.
  if (row.accepted_at === null || row.accepted_option === null || row.job_id === null) return null;
  return {
    option: row.accepted_option,
    option_name: row.options[row.accepted_option]?.name ?? '',
    optional_lines: row.accepted_lines ?? [],
    amount: row.accepted_amount ?? 0,
    signature_name: row.signature_name ?? '',
    signature_kind: row.signature_kind ?? 'typed',
    signed_at: row.accepted_at.toISOString(),
    document_hash: row.document_hash ?? '',
    job_id: toPublicId('job', row.job_id),
    invoice_id: toPublicIdOrNull('invoice', row.invoice_id),
  };
}

const insertRow = statement('insert_estimate', 'select insert_estimate($1, $2) as number');

/** Inserts a first version and emits its event. The database assigns the number. */
export function insertEstimate(
  tx: Tx,
  row: Omit<EstimateRow, 'number'>,
  today: string,
): { estimate: Omit<Estimate, 'number'>; number: Promise<string> } {
  const { number: _assigned, ...estimate } = toEstimate({ ...row, number: '' }, today);
  const values = [tx.organizationId, JSON.stringify(row)];
  const inserted = tx.queryWithEvents<{ number: string }>(insertRow, values);
  tx.emit(row.lifecycle_number, numberedEvent(estimateCreated, estimate));
  const number = inserted.then(([first]) => first?.number ?? '');
  // The commit throws a failure; an unhandled rejection here would end the process.
  number.catch(() => {});
  return { estimate, number };
}
