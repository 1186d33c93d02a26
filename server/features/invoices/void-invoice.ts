import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { VoidInvoiceBody } from './body-schemas.ts';
import { changeInvoice, openInvoice, refused, unchanged } from './change-invoice.ts';
import { invoiceVoided } from './events.ts';
import { isAllowed, whenAllowed } from './invoice.ts';
import type { InvoiceRow } from './queries.ts';
import { InvoiceWithPayments } from './schemas.ts';

export const voidInvoice = mutation({
  id: 'voidInvoice',
  method: 'POST',
  path: '/v1/invoices/{id}/void',
  tag: 'Invoices',
  resource: 'invoice',
  scopes: ['invoices:write'],
  summary: 'Void an invoice',
  description: `Cancels an invoice, so that it must not be paid. It keeps its number. Refund all payments first. ${whenAllowed('void')} Repeating the request changes nothing.`,
  body: VoidInvoiceBody,
  responses: returns(InvoiceWithPayments, 'The voided invoice.'),
  problems: ['invoice_has_payments'],
  effect: 'destructive',
  async run(tx, { params, body }) {
    const open = await openInvoice(tx, params.id);
    if (open.before.status === 'void') return { status: 200, body: unchanged(open) };
    assertNothingPaid(open.before);
    const changes = {
      status: 'void' as const,
      paid_at: null,
      voided_at: tx.now,
      void_reason: body.reason.trim(),
    };
    return { status: 200, body: changeInvoice(tx, open, changes, invoiceVoided) };
  },
});

function assertNothingPaid(invoice: InvoiceRow): void {
  if (isAllowed('void', invoice)) return;
  throw refused(
    invoice,
    'invoice_has_payments',
    `This invoice has payments of ${invoice.paid} minor units. Refund them first with POST /v1/invoices/{id}/refunds.`,
  );
}
