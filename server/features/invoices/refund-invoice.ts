import type { Tx } from '../../platform/database/transaction.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { enterPayment, type OpenInvoice } from './change-invoice.ts';
import { invoiceRefunded } from './events.ts';
import { type PaymentRow, toPayment } from './payment-queries.ts';

interface ReturnedMoney extends Pick<PaymentRow, 'provider' | 'provider_payment_id'> {
  amount: number;
  reason: string;
}

/** Records money that went back to the customer: of one payment, or of none in particular. */
export function refundInvoice(
  tx: Tx,
  open: OpenInvoice,
  refunded: PaymentRow | null,
  { amount, ...returned }: ReturnedMoney,
) {
  const refund = {
    invoice_id: open.before.invoice_id,
    payment_id: newUuid(),
    amount: -amount,
    method: null,
    reference: null,
    note: null,
    ...returned,
    refund_of: refunded?.payment_id ?? null,
    paid_at: tx.now,
    created_at: tx.now,
  };
  return enterPayment(tx, open, refund, (after, previous) => [
    pendingEvent(invoiceRefunded, { ...after, payment: toPayment(refund) }, previous),
  ]);
}

/** The part of a payment that is not refunded yet. */
export function unrefundedOf(payments: readonly PaymentRow[], payment: PaymentRow): number {
  return payments
    .filter((one) => one.refund_of === payment.payment_id)
    .reduce((unrefunded, refund) => unrefunded + refund.amount, payment.amount);
}
