import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID, readCursor } from '../../platform/paging.ts';
import { type SentFilters, sentConditionsOf, statementsOf } from './invoice-conditions.ts';
import { COLUMNS, type InvoiceRow } from './queries.ts';

/** Where a list by the time of sending continues. */
export interface SentPosition {
  sentAt: Date;
  invoiceId: string;
}

const POSITION = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function readSentPosition(cursor: string | undefined): SentPosition | null {
  const [, sentAt, invoiceId] = readCursor(cursor, POSITION) ?? [];
  return invoiceId === undefined ? null : { sentAt: new Date(Number(sentAt)), invoiceId };
}

export function sentPosition({ sent_at, invoice_id }: InvoiceRow): string {
  return `${sent_at?.getTime() ?? 0} ${invoice_id}`;
}

/** Reads its range of the index from the end. Only the conditions in use. */
const statementFor = statementsOf(
  'list_invoices_by_sent',
  5,
  (conditions) => `select ${COLUMNS} from invoices i
   where i.organization_id = $1 and i.sent_at is not null
     and (i.sent_at, i.invoice_id) < ($2::timestamptz, $3::uuid)
     ${conditions}
   order by i.sent_at desc, i.invoice_id desc limit $4`,
);

/** The sent invoices that match the filters, last sent first, after the given position. */
export function listInvoiceRowsBySent(
  tx: Tx,
  filters: SentFilters,
  today: string,
  after: SentPosition | null,
  limit: number,
): Promise<InvoiceRow[]> {
  const conditions = sentConditionsOf(filters, today);
  return tx.query(statementFor(conditions), [
    tx.organizationId,
    after?.sentAt ?? 'infinity',
    after?.invoiceId ?? LAST_UUID,
    limit,
    ...conditions.map(({ value }) => value),
  ]);
}
