import { idField } from '../../domain/id-field.ts';
import { toPublicId, toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, notFound, validationFailed } from '../../platform/errors.ts';
import * as field from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { assertPayable, type OpenInvoice, openInvoice, payInvoice } from '../invoices/index.ts';
import { recordRefund } from './apply-refund.ts';
import { emitPayment } from './emit-payment.ts';
import { paymentMatched } from './events.ts';
import { lockPaymentById, type PaymentRow, savePayment } from './payment-queries.ts';
import { ReceivedPayment } from './payment-schemas.ts';
import { findReceivedPayment } from './received-payments.ts';

const MatchPaymentBody = field.closedObject(
  'MatchPayment',
  'Where a payment belongs.',
  { invoice_id: idField('invoice', 'Id of the invoice that it pays.') },
  { example: { invoice_id: 'invoice_01h455vb4pex5vsknk084sn02q' } },
);

export const matchPayment = mutation({
  id: 'matchPayment',
  method: 'POST',
  path: '/v1/payments/{id}/match',
  tag: 'Payments',
  resource: 'payment',
  scopes: ['invoices:write'],
  summary: 'Match a payment',
  description:
    'Records a payment that is `unmatched` on an invoice, as a whole, with what was refunded of it. Emits `payment.matched` and the events of the invoice. Matching it with the same invoice again changes nothing.',
  body: MatchPaymentBody,
  responses: returns(ReceivedPayment, 'The payment, recorded on the invoice.'),
  problems: [
    'invoice_not_sent',
    'invoice_void',
    'overpayment',
    'too_many_payments',
    'payment_already_recorded',
    'payment_returned',
  ],
  undo: 'recordRefund',
  async run(tx, { params, body }) {
    const invoiceId = toUuid('invoice', body.invoice_id);
    if (invoiceId === null) throw notFound('invoice');
    const before = await lockPaymentById(tx, params.id);
    if (before?.status === 'unmatched') await match(tx, before, invoiceId);
    const payment = await findReceivedPayment(tx, params.id);
    assertOn(payment, invoiceId);
    return { status: 200, body: payment };
  },
});

/** Locks are taken in one order: the payment, the invoice, and last the organization's counter. */
async function match(tx: Tx, before: PaymentRow, invoiceId: string): Promise<void> {
  const open = await openInvoice(tx, invoiceId);
  const { amount, currency, method, paid_at } = before;
  if (amount === null || method === null || paid_at === null) throw notFound('payment');
  assertPayable(open.before);
  assertSameCurrency(open, currency);
  const received = { amount, method, reference: before.provider_payment_id };
  const { payment_id, provider, provider_payment_id } = before;
  payInvoice(tx, open, received, paid_at, { payment_id, provider, provider_payment_id });
  const after: PaymentRow = { ...before, status: 'recorded', reason: null, invoice_id: invoiceId };
  savePayment(tx, after);
  if (after.refunded > 0) savePayment(tx, await recordRefund(tx, after, after.refunded));
  await emitPayment(tx, after, paymentMatched);
}

function assertSameCurrency({ before: invoice }: OpenInvoice, currency: string | null): void {
  if (invoice.currency === currency) return;
  const detail = `The payment is in ${currency}, and the invoice in ${invoice.currency}. Choose another invoice, or refund the payment at the provider.`;
  throw validationFailed([{ pointer: '/invoice_id', code: 'other_currency', detail }]);
}

function assertOn({ status, invoice_id }: ReceivedPayment, invoiceId: string): void {
  if (status === 'returned') {
    const detail = 'This payment was refunded in full, so there is nothing to record.';
    throw conflict('payment_returned', detail);
  }
  if (invoice_id === toPublicId('invoice', invoiceId)) return;
  const detail = `This payment is recorded on invoice ${invoice_id}. Record a refund there if it does not belong to it.`;
  throw conflict('payment_already_recorded', detail);
}
