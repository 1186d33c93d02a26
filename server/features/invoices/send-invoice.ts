import { SendDocumentBody } from '../../domain/send-document-body.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  changeInvoice,
  type Delivered,
  type DeliveredBefore,
  invoiceVoid,
  issueInvoice,
  openInvoice,
  unchanged,
} from './change-invoice.ts';
import { invoiceResent } from './events.ts';
import { whenAllowed } from './invoice.ts';
import type { InvoiceRow } from './queries.ts';
import { InvoiceWithPayments } from './schemas.ts';

/** Queues the message that brings an invoice, if it can. Null: the same message as before is on its way already. */
export type DeliverInvoice = (
  tx: Tx,
  invoice: InvoiceRow,
  options: { channel: 'email' | 'sms' | null; baseUrl: string },
  before: DeliveredBefore | null,
) => Promise<Delivered | null>;

export const sendInvoice = (deliver: DeliverInvoice) =>
  mutation({
    id: 'sendInvoice',
    method: 'POST',
    path: '/v1/invoices/{id}/send',
    tag: 'Invoices',
    resource: 'invoice',
    scopes: ['invoices:write', 'invoices:own'],
    summary: 'Send an invoice',
    description: `Sends an invoice: by email with the PDF attached, or by a text with the number and the amount. If it cannot be sent, \`delivery\` says \`issued\`, and \`delivery_reason\` why. After this the invoice cannot be changed, and it can be paid. An invoice with a total of 0 becomes \`paid\` at once. ${whenAllowed('send')} After that, it is sent again to the current address; within five minutes only if the address or the channel is another.`,
    body: SendDocumentBody,
    isBodyOptional: true,
    responses: returns(InvoiceWithPayments, 'The sent invoice.'),
    problems: ['invoice_void', 'document_busy', 'document_not_deliverable', 'person_erased'],
    effect: 'external',
    async run(tx, { params, body, baseUrl }) {
      const open = await openInvoice(tx, params.id);
      const { before } = open;
      if (before.status === 'void') throw invoiceVoid(before);
      const channel = body.channel ?? null;
      const isDraft = before.status === 'draft';
      const delivered = await deliver(tx, before, { channel, baseUrl }, isDraft ? null : before);
      if (delivered === null) return { status: 200, body: unchanged(open) };
      if (isDraft) return { status: 200, body: issueInvoice(tx, open, delivered).shown };
      if (delivered.delivery === 'issued') return { status: 200, body: unchanged(open) };
      return { status: 200, body: changeInvoice(tx, open, delivered, invoiceResent) };
    },
  });
