import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { filteredList } from '../../platform/database/filtered-list.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { newUuid } from '../../platform/ids.ts';
import type { InvoiceParties, LedgerPayment, ProviderKind } from '../invoices/index.ts';
import type { PaymentStatus, ReceivedPayment, UnmatchedReason } from './payment-schemas.ts';
import { type Disputes, type Refunds, shownDispute } from './payment-state.ts';

/** A payment at the provider. */
export interface PaymentRow extends Refunds {
  payment_id: string;
  provider: ProviderKind;
  provider_payment_id: string;
  /** `announced`: so far only a refund or a dispute of it was reported. */
  status: 'announced' | PaymentStatus;
  reason: UnmatchedReason | null;
  checkout_id: string | null;
  invoice_id: string | null;
  amount: number | null;
  currency: string | null;
  method: 'card' | 'transfer' | null;
  refunded: number;
  /** How much of it was recorded, or given to a person to record. */
  refunded_applied: number;
  /** Amounts of it that are not in the ledger as refunds of the provider: a person has recorded them, or is asked to. */
  unrecorded_refunds: readonly number[];
  disputes: Disputes;
  paid_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const payments = table<PaymentRow>('provider_payments', {
  payment_id: 'key',
  provider: 'fixed',
  provider_payment_id: 'fixed',
  status: 'value',
  reason: 'value',
  checkout_id: 'value',
  invoice_id: 'value',
  amount: 'value',
  currency: 'value',
  method: 'value',
  refunds: 'json',
  reported_refunded: 'value',
  refunded: 'value',
  refunded_applied: 'value',
  unrecorded_refunds: 'json',
  disputes: 'json',
  paid_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

const announce = statement(
  'announce_provider_payment',
  `insert into provider_payments (organization_id, payment_id, provider, provider_payment_id, status, refunds,
     reported_refunded, refunded, refunded_applied, disputes, created_at, updated_at)
   values ($1, $2, $3, $4, 'announced', '{}', 0, 0, 0, '{}', $5, $5)
   on conflict (organization_id, provider, provider_payment_id) do nothing`,
);
const lock = statement(
  'lock_provider_payment',
  `select ${payments.columns} from provider_payments
   where organization_id = $1 and provider = $2 and provider_payment_id = $3 for no key update`,
);

/** Everything about one payment happens under this lock, whatever is reported first. */
export async function lockPayment(
  tx: Tx,
  provider: ProviderKind,
  providerPaymentId: string,
): Promise<PaymentRow> {
  const key = [provider, providerPaymentId];
  tx.query(announce, [tx.organizationId, newUuid(), ...key, tx.now]);
  const [row] = await tx.query<PaymentRow>(lock, [tx.organizationId, ...key]);
  if (!row) throw new Error('The payment that was just inserted is missing.');
  return row;
}

const lockById = statement(
  'lock_provider_payment_by_id',
  `select ${payments.columns} from provider_payments
   where organization_id = $1 and payment_id = $2 for no key update`,
);

/** Null for a payment that was recorded by hand. */
export async function lockPaymentById(tx: Tx, id: string): Promise<PaymentRow | null> {
  return (await tx.query<PaymentRow>(lockById, [tx.organizationId, id]))[0] ?? null;
}

export function savePayment(tx: Tx, row: PaymentRow): void {
  payments.update(tx, { ...row, updated_at: tx.now });
}

const readUnmatched = filteredList<PaymentRow, 'invoices' | 'provider'>({
  name: 'list_unmatched_payments',
  select: `${payments.columns} from provider_payments p`,
  alias: 'p',
  id: 'payment_id',
  conditions: {
    invoices: (ids) => `p.invoice_id = any (${ids}::uuid[])`,
    provider: (kind) => `p.provider = ${kind}`,
  },
});

/** Payments on no invoice, the newest first. */
export function listUnmatchedRows(
  tx: Tx,
  filters: { invoices: readonly string[] | null; provider: ProviderKind | null },
  statuses: readonly PaymentStatus[],
  before: string | null,
  limit: number,
): Promise<PaymentRow[]> {
  return readUnmatched(tx, { filters, statuses, before, limit });
}

const selectByIds = statement(
  'list_provider_payments',
  `select ${payments.columns} from provider_payments where organization_id = $1 and payment_id = any ($2)`,
);

export function listPaymentRows(tx: Tx, ids: readonly string[]): Promise<PaymentRow[]> {
  return tx.query(selectByIds, [tx.organizationId, ids]);
}

const insertEvent = statement(
  'insert_provider_event',
  `insert into provider_events (organization_id, provider, provider_event_id, payment_provider_id, type, outcome, received_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (organization_id, provider, provider_event_id) do nothing
   returning provider_event_id`,
);

export interface NewProviderEvent {
  provider: ProviderKind;
  id: string;
  paymentProviderId: string;
  type: string;
  isApplied: boolean;
}

/** False if it was stored before. One that arrives at the same time waits for the first. */
export async function storeProviderEvent(tx: Tx, event: NewProviderEvent): Promise<boolean> {
  const { provider, id, paymentProviderId, type, isApplied } = event;
  const outcome = isApplied ? 'applied' : 'ignored';
  const values = [tx.organizationId, provider, id, paymentProviderId, type, outcome, tx.now];
  return (await tx.query(insertEvent, values)).length > 0;
}

/** A payment of the ledger, with what its provider reported of it. */
export function toRecorded(
  payment: LedgerPayment,
  reported: Pick<PaymentRow, 'checkout_id' | 'disputes'> | undefined,
): ReceivedPayment {
  return {
    payment_id: toPublicId('payment', payment.payment_id),
    status: 'recorded',
    unmatched_reason: null,
    invoice_id: toPublicId('invoice', payment.invoice_id),
    customer_id: toPublicId('customer', payment.customer_id),
    lifecycle_number: payment.lifecycle_number,
    checkout_id: toPublicIdOrNull('checkout', reported?.checkout_id ?? null),
    amount: payment.amount,
    refunded: payment.refunded,
    currency: payment.currency,
    method: payment.method,
    reference: payment.reference,
    provider: payment.provider,
    provider_payment_id: payment.provider_payment_id,
    dispute: shownDispute(reported?.disputes ?? {}, payment.currency),
    paid_at: payment.paid_at.toISOString(),
    created_at: payment.created_at.toISOString(),
  };
}

/** A payment on no invoice; null for one that has not arrived. */
export function toUnmatched(
  row: PaymentRow,
  invoice: InvoiceParties | undefined,
): ReceivedPayment | null {
  const { status, amount, currency, paid_at } = row;
  if (status === 'announced' || amount === null || currency === null || paid_at === null)
    return null;
  return {
    payment_id: toPublicId('payment', row.payment_id),
    status,
    unmatched_reason: row.reason,
    invoice_id: toPublicIdOrNull('invoice', row.invoice_id),
    customer_id: toPublicIdOrNull('customer', invoice?.customer_id ?? null),
    lifecycle_number: invoice?.lifecycle_number ?? null,
    checkout_id: toPublicIdOrNull('checkout', row.checkout_id),
    amount,
    refunded: row.refunded,
    currency,
    method: row.method ?? 'card',
    reference: null,
    provider: row.provider,
    provider_payment_id: row.provider_payment_id,
    dispute: shownDispute(row.disputes, currency),
    paid_at: paid_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
