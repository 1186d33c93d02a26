import { isUtf8 } from 'node:buffer';
import type { Static } from 'typebox';
import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { CaptureFields } from './lead-fields.ts';
import type { Outcome, QuarantineChange, Receipt } from './receipt-schemas.ts';

export interface ReceiptRow {
  receipt_id: string;
  source_id: string;
  /** The sender's own id; null if it has none. */
  sender_id: string | null;
  content_type: string;
  payload: Buffer | null;
  payload_bytes: number;
  fields: CaptureFields;
  outcome: Outcome;
  reason: string | null;
  detail: string | null;
  discard_reason: string | null;
  lead_id: string | null;
  lifecycle_number: string | null;
  deliveries: number;
  received_at: Date;
  settled_at: Date | null;
}

/** Of a list: 200 whole payloads would be 50 MB. */
const SHOWN_BYTES = 8 * 1024;

const columns = (payload: string) =>
  `r.receipt_id, r.source_id, r.sender_id, r.content_type, ${payload} as payload, r.payload_bytes, r.fields, r.outcome, r.reason,
     r.detail, r.discard_reason, r.lead_id, r.deliveries, r.received_at, r.settled_at,
     (select l.lifecycle_number from leads l where l.organization_id = $1 and l.lead_id = r.lead_id limit 1)
       as lifecycle_number`;
const LISTED = columns(`substr(r.payload, 1, ${SHOWN_BYTES})`);

const list = (name: string, where: string, shown = LISTED) =>
  statement(
    name,
    `select ${shown} from source_receipts r
     where r.organization_id = $1 and ${where} and r.receipt_id < $2
     order by r.receipt_id desc limit $3`,
  );
const ofSource = list('list_source_receipts', 'r.source_id = $4');
const quarantined = list('list_quarantine', "r.outcome = 'quarantined'");
const quarantinedOf = list(
  'list_quarantine_of_source',
  "r.outcome = 'quarantined' and r.source_id = $4",
);

export function listReceiptRows(
  tx: Tx,
  sourceId: string,
  before: string | null,
  limit: number,
): Promise<ReceiptRow[]> {
  return tx.query(ofSource, [tx.organizationId, before ?? LAST_UUID, limit, sourceId]);
}

export function listQuarantinedRows(
  tx: Tx,
  sourceId: string | null,
  before: string | null,
  limit: number,
): Promise<ReceiptRow[]> {
  const values = [tx.organizationId, before ?? LAST_UUID, limit];
  return sourceId === null
    ? tx.query(quarantined, values)
    : tx.query(quarantinedOf, [...values, sourceId]);
}

const ofLead = list('list_receipts_of_lead', 'r.lead_id = $4', columns('r.payload'));

/** What a lead came from, with whole payloads: one receipt, or several if its source sent more about it. */
export function listReceiptRowsOfLead(
  tx: Tx,
  leadId: string,
  before: string | null,
  limit: number,
): Promise<ReceiptRow[]> {
  return tx.query(ofLead, [tx.organizationId, before ?? LAST_UUID, limit, leadId]);
}

const one = (name: string, more: string) =>
  statement(
    name,
    `select ${columns('r.payload')} from source_receipts r
     where r.organization_id = $1 and r.receipt_id = $2${more}`,
  );

export const findReceipt = rowFinder<ReceiptRow>(one('find_source_receipt', ''), 'receipt');
export const lockReceipt = rowFinder<ReceiptRow>(
  one('lock_source_receipt', ' for no key update of r'),
  'receipt',
);

const begin = statement(
  'begin_receipt',
  'select * from begin_receipt($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
);

export interface NewReceipt {
  receiptId: string;
  sourceId: string;
  deliveryKey: string;
  /** The key of the day before, for what has no id of its own. */
  earlierKey: string | null;
  /** Without the day, and without the content if there is an id. */
  lock: string;
  senderId: string | null;
  contentType: string;
  payload: Buffer | null;
  payloadBytes: number;
  fields: CaptureFields;
  receivedAt: Date;
}

export interface BegunReceipt {
  is_new: boolean;
  receipt_id: string;
  outcome: Outcome;
  /** When it first arrived. */
  received_at: Date;
}

/** Stores what arrived, unless it arrived before. */
export async function beginReceipt(tx: Tx, receipt: NewReceipt): Promise<BegunReceipt> {
  const [row] = await tx.query<BegunReceipt>(begin, [
    tx.organizationId,
    receipt.receiptId,
    receipt.sourceId,
    receipt.deliveryKey,
    receipt.earlierKey,
    receipt.lock,
    receipt.senderId,
    receipt.contentType,
    receipt.payload,
    receipt.payloadBytes,
    JSON.stringify(receipt.fields),
    receipt.receivedAt,
  ]);
  if (!row) throw new Error('begin_receipt() returned no receipt.');
  return row;
}

const settle = statement(
  'settle_receipt',
  `update source_receipts set outcome = $3, reason = $4, detail = $5, lead_id = $6, fields = $7
   where organization_id = $1 and receipt_id = $2`,
);

export interface Settlement {
  outcome: Outcome;
  reason: string | null;
  detail: string | null;
  lead_id: string | null;
  fields: CaptureFields;
}

/** What became of it at once. */
export function settleReceipt(tx: Tx, receiptId: string, to: Settlement): void {
  tx.query(settle, [
    tx.organizationId,
    receiptId,
    to.outcome,
    to.reason,
    to.detail,
    to.lead_id,
    JSON.stringify(to.fields),
  ]);
}

/** Of what arrived under an id that is used again: enough for a request, and not all of a form that gives every one the same. */
const MAX_SIBLINGS = 50;

const siblings = statement(
  'list_receipts_of_sender_id',
  `select r.receipt_id, r.outcome, r.reason, r.fields, r.lead_id, r.received_at,
     l.name as lead_name, l.phone as lead_phone, l.email as lead_email
   from source_receipts r
   left join leads l on l.organization_id = $1 and l.lead_id = r.lead_id
   where r.organization_id = $1 and r.source_id = $2 and r.sender_id = $3 and r.receipt_id <> $4
     and r.outcome in ('captured', 'attached', 'released', 'quarantined', 'discarded')
   order by r.receipt_id desc limit ${MAX_SIBLINGS}`,
);

/** Something else that arrived under the same id. */
export interface Sibling
  extends Pick<
    ReceiptRow,
    'receipt_id' | 'outcome' | 'reason' | 'fields' | 'lead_id' | 'received_at'
  > {
  lead_name: string | null;
  lead_phone: string | null;
  lead_email: string | null;
}

/** What else arrived under this id, newest first. */
export function listSiblings(
  tx: Tx,
  sourceId: string,
  senderId: string,
  receiptId: string,
): Promise<Sibling[]> {
  return tx.query(siblings, [tx.organizationId, sourceId, senderId, receiptId]);
}

const attach = statement(
  'attach_receipts',
  `update source_receipts set outcome = 'attached', lead_id = $3, settled_at = $4
   where organization_id = $1 and receipt_id = any ($2) and outcome = 'quarantined'`,
);

/** What waited in quarantine belongs to this lead. */
export function attachReceipts(tx: Tx, receiptIds: readonly string[], leadId: string): void {
  if (receiptIds.length === 0) return;
  tx.query(attach, [tx.organizationId, receiptIds, leadId, tx.now]);
}

const pending = statement(
  'mark_receipts_pending',
  `update source_receipts set outcome = 'pending', reason = null, detail = null
   where organization_id = $1 and receipt_id = any ($2) and outcome in ('pending', 'quarantined')`,
);

export function markPending(tx: Tx, receiptIds: readonly string[]): void {
  tx.query(pending, [tx.organizationId, receiptIds]);
}

/** At once: a person can change the source again for more. */
const MAX_UNFETCHED = 1_000;

const unfetched = statement(
  'list_unfetched_receipts',
  `select r.receipt_id, r.sender_id from source_receipts r
   where r.organization_id = $1 and r.source_id = $2 and r.outcome = 'quarantined' and r.sender_id is not null
     and r.reason in ('details_needed', 'fetch_failed')
   order by r.receipt_id desc limit ${MAX_UNFETCHED} for no key update of r`,
);

/** What waits for fields that could not be fetched. */
export function listUnfetched(
  tx: Tx,
  sourceId: string,
): Promise<{ receipt_id: string; sender_id: string }[]> {
  return tx.query(unfetched, [tx.organizationId, sourceId]);
}

const decide = statement(
  'decide_receipt',
  `update source_receipts set outcome = $3, lead_id = $4, discard_reason = $5, settled_at = $6
   where organization_id = $1 and receipt_id = $2`,
);

/** What a person decided about it. */
export function decideReceipt(
  tx: Tx,
  { receipt_id, outcome, lead_id, discard_reason, settled_at }: ReceiptRow,
): void {
  const values = [outcome, lead_id, discard_reason, settled_at];
  tx.query(decide, [tx.organizationId, receipt_id, ...values]);
}

export function toChange(
  row: Pick<
    ReceiptRow,
    'receipt_id' | 'source_id' | 'outcome' | 'reason' | 'lead_id' | 'received_at'
  >,
): Static<typeof QuarantineChange> {
  return {
    receipt_id: toPublicId('receipt', row.receipt_id),
    source_id: toPublicId('source', row.source_id),
    outcome: row.outcome,
    reason: row.reason,
    lead_id: toPublicIdOrNull('lead', row.lead_id),
    received_at: row.received_at.toISOString(),
  };
}

export function toReceipt(row: ReceiptRow): Receipt {
  const shown = row.payload === null ? null : shownPayload(row.payload);
  return {
    ...toChange(row),
    detail: row.detail,
    discard_reason: row.discard_reason,
    lifecycle_number: row.lifecycle_number,
    fields: row.fields,
    content_type: row.content_type,
    payload: shown?.text ?? null,
    payload_encoding: shown?.encoding ?? 'text',
    payload_bytes: row.payload_bytes,
    deliveries: row.deliveries,
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}

/**
 * A cut can split a character: its first bytes are left out. Text with a NUL cannot be stored with the response of a
 * request that has an idempotency key, so it is shown like bytes.
 */
function shownPayload(bytes: Buffer): { text: string; encoding: 'text' | 'base64' } {
  if (bytes.includes(0)) return { text: bytes.toString('base64'), encoding: 'base64' };
  for (let missing = 0; missing < 4 && missing < bytes.length; missing += 1) {
    const whole = bytes.subarray(0, bytes.length - missing);
    if (isUtf8(whole)) return { text: whole.toString('utf8'), encoding: 'text' };
  }
  return { text: bytes.toString('base64'), encoding: 'base64' };
}
