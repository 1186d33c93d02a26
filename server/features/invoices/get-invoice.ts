import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { listPayments, toPayment } from './payment-queries.ts';
import { findInvoice, findToday, toInvoice } from './queries.ts';
import { InvoiceWithPayments } from './schemas.ts';

export const getInvoice = read({
  id: 'getInvoice',
  path: '/v1/invoices/{id}',
  tag: 'Invoices',
  resource: 'invoice',
  scopes: ['invoices:read', 'invoices:own'],
  summary: 'Get an invoice',
  description: 'Returns an invoice with its payments and refunds.',
  responses: returns(InvoiceWithPayments, 'The invoice.'),
  async run(tx, { params }) {
    const [row, today, payments] = await Promise.all([
      findInvoice(tx, params.id),
      findToday(tx),
      listPayments(tx, params.id),
    ]);
    return { ...toInvoice(row, today), payments: payments.map(toPayment) };
  },
});
