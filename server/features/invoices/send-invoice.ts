import { SendDocumentBody } from '../../domain/send-document-body.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  changeInvoice,
  type Delivered,
  invoiceVoid,
  issueInvoice,
  openInvoice,
  unchanged,
} from './change-invoice.ts';
import { invoiceResent } from './events.ts';
import { isAllowed, whenAllowed } from './invoice.ts';
import type { InvoiceRow } from './queries.ts';
import { InvoiceWithPayments } from './schemas.ts';

/** Queues the message that brings an invoice, if there is a channel for it. */
export type DeliverInvoice = (
  tx: Tx,
  invoice: InvoiceRow,
  options: { channel: 'email' | 'sms' | null; baseUrl: string },
) => Promise<Delivered>;

export const sendInvoice = (deliver: DeliverInvoice) =>
  mutation({
    id: 'sendInvoice',
    method: 'POST',
    path: '/v1/invoices/{id}/send',
    tag: 'Invoices',
    resource: 'invoice',
    scopes: ['invoices:write', 'invoices:own'],
    summary: 'Send an invoice',
    description: `Sends an invoice: by email with the PDF attached, or by a text with the number and the amount. Without a channel or an address, \`delivery\` says \`issued\`. After this the invoice cannot be changed, and it can be paid. An invoice with a total of 0 becomes \`paid\` at once. ${whenAllowed('send')} Repeating it changes nothing; with another \`channel\`, it is sent that way too.`,
    body: SendDocumentBody,
    isBodyOptional: true,
    responses: returns(InvoiceWithPayments, 'The sent invoice.'),
    problems: ['invoice_void', 'person_erased'],
    effect: 'external',
    async run(tx, { params, body, baseUrl }) {
      const open = await openInvoice(tx, params.id);
      const { before } = open;
      if (before.status === 'void') throw invoiceVoid(before);
      const channel = body.channel ?? null;
      const isDraft = isAllowed('send', before);
      if (!isDraft && (channel === null || channel === before.delivery)) {
        return { status: 200, body: unchanged(open) };
      }
      const delivered = await deliver(tx, before, { channel, baseUrl });
      if (isDraft) return { status: 200, body: issueInvoice(tx, open, delivered).shown };
      if (delivered.delivery === 'issued') return { status: 200, body: unchanged(open) };
      return { status: 200, body: changeInvoice(tx, open, delivered, invoiceResent) };
    },
  });
