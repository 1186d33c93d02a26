import { toUuid } from '../../domain/ids.ts';
import { notFound, Problem } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
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
  problems: ['nothing_paid', 'refund_exceeds_paid'],
  params: { id: 'invoice' },
  summary: 'Record a refund',
  description: `Money that went back, as an entry of its own with a negative amount; the payments stay as they were. More than was paid is refused as \`refund_exceeds_paid\`. The invoice is owed again by so much. ${whenAllowed('refund')}`,
  body: RecordRefundBody,
  answers: { 201: { description: 'The invoice after it.', body: InvoiceWithPayments } },
  async run(tx, { params, body }) {
    const open = await openInvoice(tx, params.id);
    const refunded = findPayment(open.payments, body.payment_id ?? null);
    const rest = refunded === null ? open.before.paid : restOf(open.payments, refunded);
    assertSomethingPaid(open.before);
    assertWithinPaid(open.before, rest, body.amount);
    const refund = {
      invoice_id: params.id,
      payment_id: newUuid(),
      amount: -body.amount,
      method: null,
      reference: null,
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
    'Nothing is paid for this invoice, so there is nothing to give back.',
  );
}

/** The payment that is given back; null if none is named. */
function findPayment(payments: readonly PaymentRow[], publicId: string | null): PaymentRow | null {
  if (publicId === null) return null;
  const id = toUuid('payment', publicId);
  const payment = payments.find((one) => one.payment_id === id && one.amount > 0);
  if (!payment) throw notFound('payment');
  return payment;
}

/** What is left of a payment after its refunds. */
function restOf(payments: readonly PaymentRow[], payment: PaymentRow): number {
  return payments
    .filter((one) => one.refund_of === payment.payment_id)
    .reduce((rest, refund) => rest + refund.amount, payment.amount);
}

/** Other refunds may have taken what is left of the payment already. */
function assertWithinPaid({ paid, currency }: InvoiceRow, rest: number, amount: number): void {
  const refundable = Math.min(paid, rest);
  if (amount <= refundable) return;
  const detail = `At most ${refundable} minor units can go back, and ${amount} would be more.`;
  const errors = [{ pointer: '/amount', code: 'refund_exceeds_paid', detail }];
  throw new Problem(422, 'refund_exceeds_paid', detail, {
    errors,
    extra: { refundable, currency },
  });
}
