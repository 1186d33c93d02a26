import { filteredList } from '../../platform/database/filtered-list.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Method, ProviderKind } from './invoice.ts';

/** A payment of the ledger, without the refunds, with what is known of its invoice. */
export interface LedgerPayment {
  payment_id: string;
  invoice_id: string;
  customer_id: string;
  lifecycle_number: string;
  currency: string;
  amount: number;
  refunded: number;
  method: Method;
  reference: string | null;
  provider: ProviderKind | null;
  provider_payment_id: string | null;
  paid_at: Date;
  created_at: Date;
}

const SELECT = `p.payment_id, p.invoice_id, i.customer_id, i.lifecycle_number, i.currency, p.amount, p.method, p.reference,
   p.provider, p.provider_payment_id, p.paid_at, p.created_at,
   coalesce((select -sum(r.amount) from invoice_payments r where r.organization_id = $1
     and r.invoice_id = p.invoice_id and r.refund_of = p.payment_id), 0)::bigint as refunded
   from invoice_payments p join invoices i on i.organization_id = $1 and i.invoice_id = p.invoice_id`;

const readPage = filteredList<LedgerPayment, 'invoices' | 'provider' | 'byHand'>({
  name: 'list_ledger_payments',
  select: SELECT,
  alias: 'p',
  id: 'payment_id',
  conditions: {
    invoices: (ids) => `p.invoice_id = any (${ids}::uuid[])`,
    provider: (kind) => `p.provider = ${kind}`,
    byHand: (yes) => `(p.provider is null) = ${yes}`,
  },
  always: { condition: 'p.amount > 0', parameters: 0 },
});

/** A filter that is null is not used. */
export interface LedgerFilters {
  invoiceIds: readonly string[] | null;
  provider: ProviderKind | 'manual' | null;
}

/** The newest payments that match the filters and are older than the given one. */
export function listLedgerPayments(
  tx: Tx,
  { invoiceIds, provider }: LedgerFilters,
  before: string | null,
  limit: number,
): Promise<LedgerPayment[]> {
  const filters = {
    invoices: invoiceIds,
    provider: provider === 'manual' ? null : provider,
    byHand: provider === 'manual' ? true : null,
  };
  return readPage(tx, { filters, statuses: null, before, limit });
}

const selectOne = statement(
  'find_ledger_payment',
  `select ${SELECT} where p.organization_id = $1 and p.payment_id = $2 and p.amount > 0`,
);

export async function findLedgerPaymentOrNull(
  tx: Tx,
  paymentId: string,
): Promise<LedgerPayment | null> {
  const [row] = await tx.query<LedgerPayment>(selectOne, [tx.organizationId, paymentId]);
  return row ?? null;
}

const selectIdsOfCustomer = statement(
  'list_invoice_ids_of_customer',
  'select invoice_id from invoices where organization_id = $1 and customer_id = $2',
);

export async function invoiceIdsOfCustomer(tx: Tx, customerId: string): Promise<string[]> {
  const values = [tx.organizationId, customerId];
  const rows = await tx.query<{ invoice_id: string }>(selectIdsOfCustomer, values);
  return rows.map(({ invoice_id }) => invoice_id);
}

/** Whom an invoice is for. */
export interface InvoiceParties {
  invoice_id: string;
  customer_id: string;
  lifecycle_number: string;
  job_id: string;
  number: string;
}

const selectParties = statement(
  'list_parties_of_invoices',
  `select invoice_id, customer_id, lifecycle_number, job_id, number from invoices
   where organization_id = $1 and invoice_id = any ($2)`,
);

export function partiesOfInvoices(tx: Tx, ids: readonly string[]): Promise<InvoiceParties[]> {
  return tx.query(selectParties, [tx.organizationId, ids]);
}
