import { download } from '../../platform/http/download-operation.ts';
import { NO_QUERY } from '../../platform/http/operation.ts';
import { findInvoice } from '../invoices/index.ts';
import { downloadPdf, PDF_PROBLEMS, PDF_RESPONSE } from './pdf-download.ts';
import { printInvoice } from './print-invoice.ts';

export const getInvoiceDocument = download({
  id: 'getInvoiceDocument',
  path: '/v1/invoices/{id}/document.pdf',
  tag: 'Invoices',
  resource: 'invoice',
  scopes: ['invoices:read', 'invoices:own'],
  // It shows the name and the address of the customer.
  alsoNeeds: [['leads:read', 'customers:read']],
  summary: 'Get an invoice as PDF',
  description: 'Returns the invoice as the customer reads it, in the contact’s language.',
  query: NO_QUERY,
  responses: { 200: PDF_RESPONSE },
  problems: PDF_PROBLEMS,
  open: (database, { params, caller }) =>
    downloadPdf(database, caller, async (tx) => ({
      document: await printInvoice(tx, params.id),
      name: (await findInvoice(tx, params.id)).number,
    })),
});
