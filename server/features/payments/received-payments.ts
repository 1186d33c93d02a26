import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import {
  findLedgerPaymentOrNull,
  type LedgerPayment,
  listLedgerPayments,
  type ProviderKind,
  partiesOfInvoices,
} from '../invoices/index.ts';
import {
  listPaymentRows,
  listUnmatchedRows,
  type PaymentRow,
  toRecorded,
  toUnmatched,
} from './payment-queries.ts';
import type { PaymentStatus, ReceivedPayment } from './payment-schemas.ts';

export interface PaymentFilters {
  /** Also those of a customer. */
  invoiceIds: readonly string[] | null;
  provider: ProviderKind | 'manual' | null;
  statuses: readonly PaymentStatus[];
}

/** One of the two, and the id that orders both. */
export type ListedPayment = { payment_id: string; shown: ReceivedPayment };

/** Payments of the ledger and payments on no invoice, as one list, the newest first. */
export async function listReceivedPayments(
  tx: Tx,
  { invoiceIds, provider, statuses }: PaymentFilters,
  before: string | null,
  limit: number,
): Promise<ListedPayment[]> {
  const others = statuses.filter((status) => status !== 'recorded');
  const [recorded, unmatched] = await Promise.all([
    statuses.includes('recorded')
      ? listLedgerPayments(tx, { invoiceIds, provider }, before, limit)
      : [],
    others.length === 0 || provider === 'manual'
      ? []
      : listUnmatchedRows(tx, { invoices: invoiceIds, provider }, others, before, limit),
  ]);
  const shown = [...(await withReports(tx, recorded)), ...(await withInvoices(tx, unmatched))];
  return shown.sort((a, b) => (a.payment_id > b.payment_id ? -1 : 1)).slice(0, limit);
}

export async function findReceivedPayment(tx: Tx, paymentId: string): Promise<ReceivedPayment> {
  const [ledger, [reported]] = await Promise.all([
    findLedgerPaymentOrNull(tx, paymentId),
    listPaymentRows(tx, [paymentId]),
  ]);
  const [found] =
    ledger === null
      ? await withInvoices(tx, reported ? [reported] : [])
      : [toListed(ledger, reported)];
  if (found === undefined) throw notFound('payment', paymentId);
  return found.shown;
}

function toListed(payment: LedgerPayment, reported: PaymentRow | undefined): ListedPayment {
  return { payment_id: payment.payment_id, shown: toRecorded(payment, reported) };
}

async function withReports(tx: Tx, payments: readonly LedgerPayment[]): Promise<ListedPayment[]> {
  const ids = payments.flatMap(({ payment_id, provider }) =>
    provider === null ? [] : [payment_id],
  );
  const rows = ids.length === 0 ? [] : await listPaymentRows(tx, ids);
  const reported = new Map(rows.map((row) => [row.payment_id, row]));
  return payments.map((payment) => toListed(payment, reported.get(payment.payment_id)));
}

async function withInvoices(tx: Tx, rows: readonly PaymentRow[]): Promise<ListedPayment[]> {
  const ids = rows.flatMap(({ invoice_id }) => invoice_id ?? []);
  const invoices = ids.length === 0 ? [] : await partiesOfInvoices(tx, ids);
  const known = new Map(invoices.map((invoice) => [invoice.invoice_id, invoice]));
  return rows.flatMap((row) => {
    const shown = toUnmatched(row, known.get(row.invoice_id ?? ''));
    return shown === null ? [] : [{ payment_id: row.payment_id, shown }];
  });
}
