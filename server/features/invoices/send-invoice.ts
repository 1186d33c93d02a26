import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { invoiceVoid, issueInvoice, openInvoice, unchanged } from './change-invoice.ts';
import { isAllowed, whenAllowed } from './invoice.ts';
import { InvoiceWithPayments } from './schemas.ts';

export const sendInvoice = mutation({
  id: 'sendInvoice',
  method: 'POST',
  path: '/v1/invoices/{id}/send',
  tag: 'Invoices',
  resource: 'invoice',
  scopes: ['invoices:write', 'invoices:own'],
  summary: 'Send an invoice',
  description: `Marks an invoice as sent to the customer. The service does not send it itself. After this the invoice cannot be changed, and it can be paid. An invoice with a total of 0 becomes \`paid\` at once. ${whenAllowed('send')} Repeating the request changes nothing.`,
  responses: returns(InvoiceWithPayments, 'The sent invoice.'),
  problems: ['invoice_void'],
  async run(tx, { params }) {
    const open = await openInvoice(tx, params.id);
    const { before } = open;
    if (before.status === 'void') throw invoiceVoid(before);
    if (!isAllowed('send', before)) return { status: 200, body: unchanged(open) };
    return { status: 200, body: issueInvoice(tx, open).shown };
  },
});
