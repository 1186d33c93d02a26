import type { DeliverInvoice } from '../invoices/index.ts';
import { findLeadOfLifecycle } from '../leads/index.ts';
import { deliverDocument } from './deliver-document.ts';

/** How `sendInvoice` reaches the customer. */
export const deliverInvoice: DeliverInvoice = async (tx, invoice, options, before) => {
  const { lead_id } = await findLeadOfLifecycle(tx, invoice.lifecycle_number);
  const document = {
    kind: 'invoice' as const,
    documentId: invoice.invoice_id,
    leadId: lead_id,
    number: invoice.number,
    title: invoice.job_title ?? '',
    currency: invoice.currency,
    amount: invoice.total - invoice.paid,
    lastDay: invoice.due_on,
  };
  return deliverDocument(tx, document, options, before);
};
