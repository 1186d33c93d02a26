import { toUuid } from '../../domain/ids.ts';
import { notFound, Problem } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { RecordRefundBody } from './body-schemas.ts';
import { openInvoice, refused } from './change-invoice.ts';
import { isAllowed, whenAllowed } from './invoice.ts';
import { BY_HAND, type PaymentRow } from './payment-queries.ts';
import type { InvoiceRow } from './queries.ts';
import { refundInvoice, unrefundedOf } from './refund-invoice.ts';
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
    const refund = { amount: body.amount, reason: body.reason.trim(), ...BY_HAND };
    return { status: 201, body: refundInvoice(tx, open, refunded, refund) };
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
