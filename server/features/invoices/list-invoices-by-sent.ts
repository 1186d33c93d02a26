import { type Statement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID, readCursor } from '../../platform/paging.ts';
import { type Condition, type SentFilters, sentConditionsOf } from './invoice-conditions.ts';
import { COLUMNS, type InvoiceRow } from './queries.ts';

/** Where a list by the time of sending continues. */
export interface SentPosition {
  sentAt: Date;
  invoiceId: string;
}

/** From the first moment to before the last; null without a limit. */
export interface SentBetween {
  from: Date | null;
  to: Date | null;
}

const POSITION = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function readSentPosition(cursor: string | undefined): SentPosition | null {
  const [, sentAt, invoiceId] = readCursor(cursor, POSITION) ?? [];
  return invoiceId === undefined ? null : { sentAt: new Date(Number(sentAt)), invoiceId };
}

export function sentPosition({ sent_at, invoice_id }: InvoiceRow): string {
  return `${sent_at?.getTime() ?? 0} ${invoice_id}`;
}

const statements = new Map<string, Statement>();

/** Reads its range of the index from the end. Only the conditions in use. */
function statementFor(conditions: readonly Condition[]): Statement {
  const name = ['list_invoices_by_sent', ...conditions.map((one) => one.name)].join('_');
  const found =
    statements.get(name) ??
    statement(
      name,
      `select ${COLUMNS} from invoices i
       where i.organization_id = $1 and i.sent_at >= $2 and i.sent_at < $3
         and (i.sent_at, i.invoice_id) < ($4::timestamptz, $5::uuid)
         ${conditions.map(({ sql }, index) => `and ${sql(`$${index + 7}`)}`).join(' ')}
       order by i.sent_at desc, i.invoice_id desc limit $6`,
    );
  statements.set(name, found);
  return found;
}

/** The invoices that were sent in a time and match the filters, last sent first, after the given position. */
export function listInvoiceRowsBySent(
  tx: Tx,
  filters: SentFilters,
  { from, to }: SentBetween,
  today: string,
  after: SentPosition | null,
  limit: number,
): Promise<InvoiceRow[]> {
  const conditions = sentConditionsOf(filters, today);
  return tx.query(statementFor(conditions), [
    tx.organizationId,
    from ?? '-infinity',
    to ?? 'infinity',
    after?.sentAt ?? 'infinity',
    after?.invoiceId ?? LAST_UUID,
    limit,
    ...conditions.map(({ value }) => value),
  ]);
}
