import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { CLOCK_SLACK_MS } from '../../platform/ids.ts';
import { RecordPaymentBody } from './body-schemas.ts';
import { openInvoice } from './change-invoice.ts';
import { whenAllowed } from './invoice.ts';
import { assertPayable, payInvoice } from './pay-invoice.ts';
import { InvoiceWithPayments } from './schemas.ts';

export const recordPayment = mutation({
  id: 'recordPayment',
  method: 'POST',
  path: '/v1/invoices/{id}/payments',
  tag: 'Invoices',
  resource: 'invoice',
  scopes: ['invoices:write', 'invoices:own'],
  summary: 'Record a payment',
  description: `Records a payment that you received. A payment above the balance is refused with \`overpayment\`. When the invoice is paid in full, \`invoice.paid\` is emitted. ${whenAllowed('pay')} Send an \`Idempotency-Key\`, so that a retry does not record a second payment.`,
  body: RecordPaymentBody,
  responses: creates(InvoiceWithPayments, 'The invoice with the new payment.'),
  problems: ['invoice_not_sent', 'invoice_void', 'overpayment', 'too_many_payments'],
  undo: 'recordRefund',
  check: (body) => ({ errors: paidAtErrors(body.paid_at) }),
  async run(tx, { params, body }) {
    const paidAt = body.paid_at === undefined ? tx.now : new Date(body.paid_at);
    assertPast(tx, paidAt);
    const open = await openInvoice(tx, params.id);
    assertPayable(open.before);
    return { status: 201, body: payInvoice(tx, open, body, paidAt).invoice };
  },
});

function paidAtErrors(paidAt: unknown): FieldError[] {
  if (!isOutsideSupportedRange(paidAt)) return [];
  const detail = `The field paid_at must be ${SUPPORTED_RANGE}.`;
  return [{ pointer: '/paid_at', code: 'out_of_range', detail }];
}

/** The clock of the caller can be a little ahead of ours. */
function assertPast(tx: Tx, paidAt: Date): void {
  if (paidAt.getTime() <= tx.now.getTime() + CLOCK_SLACK_MS) return;
  const detail =
    'The field paid_at is in the future. Record the payment after you have received it.';
  throw validationFailed([{ pointer: '/paid_at', code: 'out_of_range', detail }]);
}
