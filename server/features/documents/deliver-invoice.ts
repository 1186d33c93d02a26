import type { DeliverInvoice } from '../invoices/index.ts';
import { findLeadOfLifecycle } from '../leads/index.ts';
import { assertPrintable } from './assert-printable.ts';
import { deliverDocument } from './deliver-document.ts';
import { printInvoice } from './print-invoice.ts';

/** How `sendInvoice` reaches the customer. */
export const deliverInvoice: DeliverInvoice = async (tx, invoice, options, before) => {
  const { lines, notes, sent_at, invoice_id } = invoice;
  const next =
    sent_at === null
      ? 'Shorten the lines or the notes with PATCH /v1/invoices/{id}, then send it.'
      : 'Void it, and create a shorter one.';
  await assertPrintable({ lines: lines.length, text: notes }, { pointer: '/lines', next }, () =>
    printInvoice(tx, invoice_id),
  );
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
