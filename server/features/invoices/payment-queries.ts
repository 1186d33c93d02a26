import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Method, ProviderKind } from './invoice.ts';
import type { Payment } from './schemas.ts';

export interface PaymentRow {
  invoice_id: string;
  payment_id: string;
  /** Negative for a refund. */
  amount: number;
  method: Method | null;
  reference: string | null;
  note: string | null;
  reason: string | null;
  refund_of: string | null;
  /** Null for what a person recorded. */
  provider: ProviderKind | null;
  /** The provider's id of the payment; for a refund, with the total that was refunded by then. */
  provider_payment_id: string | null;
  paid_at: Date;
  created_at: Date;
}

/** What a person recorded. */
export const BY_HAND = { provider: null, provider_payment_id: null } as const;

/** The database refuses every change of a recorded payment or refund. */
const payments = table<PaymentRow>('invoice_payments', {
  invoice_id: 'key',
  payment_id: 'key',
  amount: 'fixed',
  method: 'fixed',
  reference: 'fixed',
  note: 'fixed',
  reason: 'fixed',
  refund_of: 'fixed',
  provider: 'fixed',
  provider_payment_id: 'fixed',
  paid_at: 'fixed',
  created_at: 'fixed',
});

export function toPayment(row: PaymentRow): Payment {
  return {
    payment_id: toPublicId('payment', row.payment_id),
    amount: row.amount,
    method: row.method,
    reference: row.reference,
    note: row.note,
    reason: row.reason,
    refund_of: toPublicIdOrNull('payment', row.refund_of),
    provider: row.provider,
    provider_payment_id: row.provider_payment_id,
    paid_at: row.paid_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

export function insertPayment(tx: Tx, row: PaymentRow): void {
  payments.insert(tx, row);
}

const selectAll = statement(
  'list_payments_of_invoice',
  `select ${payments.columns} from invoice_payments where organization_id = $1 and invoice_id = $2
   order by payment_id`,
);

/** Payments and refunds, oldest first. */
export function listPayments(tx: Tx, invoiceId: string): Promise<PaymentRow[]> {
  return tx.query<PaymentRow>(selectAll, [tx.organizationId, invoiceId]);
}
