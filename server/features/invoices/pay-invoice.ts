import type { Tx } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { enterPayment, type OpenInvoice } from './change-invoice.ts';
import { invoicePaid, invoicePaymentRecorded } from './events.ts';
import type { Method } from './invoice.ts';
import { toPayment } from './payment-queries.ts';
import type { InvoiceRow } from './queries.ts';

export interface ReceivedPayment {
  amount: number;
  method: Method;
  reference?: string | null;
  note?: string | null;
}

/** Records a payment of a sent invoice. A payment above the balance is refused. */
export function payInvoice(tx: Tx, open: OpenInvoice, received: ReceivedPayment, paidAt: Date) {
  assertWithinBalance(open.before, received.amount);
  const row = {
    invoice_id: open.before.invoice_id,
    payment_id: newUuid(),
    amount: received.amount,
    method: received.method,
    reference: received.reference?.trim() || null,
    note: received.note?.trim() || null,
    reason: null,
    refund_of: null,
    paid_at: paidAt,
    created_at: tx.now,
  };
  const payment = toPayment(row);
  const invoice = enterPayment(tx, open, row, (after, previous) => [
    pendingEvent(invoicePaymentRecorded, { ...after, payment }, previous),
    ...(after.status === 'paid' ? [pendingEvent(invoicePaid, after, previous)] : []),
  ]);
  return { invoice, payment };
}

type Owed = Pick<InvoiceRow, 'total' | 'paid' | 'currency'>;

export function assertWithinBalance({ total, paid, currency }: Owed, amount: number): void {
  const balance = total - paid;
  if (amount <= balance) return;
  const detail = `The payment of ${amount} minor units is more than the balance of ${balance}. Record at most the balance.`;
  const errors = [{ pointer: '/amount', code: 'overpayment', detail }];
  throw new Problem(422, 'overpayment', detail, { errors, extra: { balance, currency } });
}
