import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Method } from './invoice.ts';
import type { Payment } from './schemas.ts';

export interface PaymentRow {
  invoice_id: string;
  payment_id: string;
  /** Negative for a refund. */
  amount: number;
  method: Method | null;
  reference: string | null;
  reason: string | null;
  refund_of: string | null;
  paid_at: Date;
  created_at: Date;
}

const COLUMNS = `invoice_id, payment_id, amount, method, reference, reason, refund_of, paid_at, created_at`;

export function toPayment(row: PaymentRow): Payment {
  return {
    payment_id: toPublicId('payment', row.payment_id),
    amount: row.amount,
    method: row.method,
    reference: row.reference,
    reason: row.reason,
    refund_of: toPublicIdOrNull('payment', row.refund_of),
    paid_at: row.paid_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

const insertRow = statement(
  'insert_payment',
  `insert into invoice_payments (organization_id, ${COLUMNS})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

export function insertPayment(tx: Tx, row: PaymentRow): void {
  tx.query(insertRow, [
    tx.organizationId,
    row.invoice_id,
    row.payment_id,
    row.amount,
    row.method,
    row.reference,
    row.reason,
    row.refund_of,
    row.paid_at,
    row.created_at,
  ]);
}

const selectAll = statement(
  'list_payments_of_invoice',
  `select ${COLUMNS} from invoice_payments where organization_id = $1 and invoice_id = $2
   order by payment_id`,
);

/** Oldest first. */
export async function listPayments(tx: Tx, invoiceId: string): Promise<Payment[]> {
  const rows = await tx.query<PaymentRow>(selectAll, [tx.organizationId, invoiceId]);
  return rows.map(toPayment);
}
