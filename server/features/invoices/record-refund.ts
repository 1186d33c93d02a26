import { toUuid } from '../../domain/ids.ts';
import { notFound, Problem } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { RecordRefundBody } from './body-schemas.ts';
import { enterPayment, openInvoice, refused } from './change-invoice.ts';
import { invoiceRefunded } from './events.ts';
import { isAllowed, whenAllowed } from './invoice.ts';
import { type PaymentRow, toPayment } from './payment-queries.ts';
import type { InvoiceRow } from './queries.ts';
import { InvoiceWithPayments } from './schemas.ts';

export const recordRefund = mutation({
  id: 'recordRefund',
  method: 'POST',
  path: '/v1/invoices/{id}/refunds',
  tag: 'Invoices',
  resource: 'invoice',
  scopes: ['invoices:write'],
  summary: 'Record a refund',
  description: `Records money that you returned to the customer, as an entry with a negative amount. The payments do not change. The balance of the invoice increases by the amount. A refund above the amount paid is refused with \`refund_exceeds_paid\`. ${whenAllowed('refund')}`,
  body: RecordRefundBody,
  responses: creates(InvoiceWithPayments, 'The invoice with the new refund.'),
  problems: ['nothing_paid', 'refund_exceeds_paid'],
  async run(tx, { params, body }) {
    const open = await openInvoice(tx, params.id);
    const refunded = findPayment(open.payments, body.payment_id ?? null);
    const unrefunded = refunded === null ? open.before.paid : unrefundedOf(open.payments, refunded);
    assertSomethingPaid(open.before);
    assertWithinPaid(open.before, unrefunded, body.amount);
    const refund = {
      invoice_id: params.id,
      payment_id: newUuid(),
      amount: -body.amount,
      method: null,
      reference: null,
      note: null,
      reason: body.reason.trim(),
      refund_of: refunded?.payment_id ?? null,
      paid_at: tx.now,
      created_at: tx.now,
    };
    const invoice = enterPayment(tx, open, refund, (after, previous) => [
      pendingEvent(invoiceRefunded, { ...after, payment: toPayment(refund) }, previous),
    ]);
    return { status: 201, body: invoice };
  },
});

function assertSomethingPaid(invoice: InvoiceRow): void {
  if (isAllowed('refund', invoice)) return;
  throw refused(
    invoice,
    'nothing_paid',
    'This invoice has no payments, so there is nothing to refund. Check the invoice id.',
  );
}

/** The payment to refund; null if the request has no payment id. */
function findPayment(payments: readonly PaymentRow[], publicId: string | null): PaymentRow | null {
  if (publicId === null) return null;
  const id = toUuid('payment', publicId);
  const payment = payments.find((one) => one.payment_id === id && one.amount > 0);
  if (!payment) throw notFound('payment');
  return payment;
}

/** The part of a payment that is not refunded yet. */
function unrefundedOf(payments: readonly PaymentRow[], payment: PaymentRow): number {
  return payments
    .filter((one) => one.refund_of === payment.payment_id)
    .reduce((unrefunded, refund) => unrefunded + refund.amount, payment.amount);
}

/** Refunds without a payment id also reduce `paid`, so the smaller of the two is the limit. */
function assertWithinPaid(
  { paid, currency }: InvoiceRow,
  unrefunded: number,
  amount: number,
): void {
  const refundable = Math.min(paid, unrefunded);
  if (amount <= refundable) return;
  const detail = `At most ${refundable} minor units can be refunded, and ${amount} is more. Refund at most ${refundable}.`;
  const errors = [{ pointer: '/amount', code: 'refund_exceeds_paid', detail }];
  throw new Problem(422, 'refund_exceeds_paid', detail, {
    errors,
    extra: { refundable, currency },
  });
}
