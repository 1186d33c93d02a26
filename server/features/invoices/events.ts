import { writtenAmount } from '../../domain/currencies.ts';
import { eventType } from '../../platform/events/event.ts';
import { Invoice, InvoiceWithPayment } from './schemas.ts';

const totalOf = ({ total, currency }: Invoice) => writtenAmount(total, currency);

export const invoiceCreated = eventType(
  'invoice.created',
  'An invoice was written, as a draft.',
  Invoice,
  (invoice) => `Invoice ${invoice.number} over ${totalOf(invoice)} written`,
);
export const invoiceUpdated = eventType(
  'invoice.updated',
  'A draft of an invoice changed.',
  Invoice,
  (invoice) => `Invoice ${invoice.number} changed, over ${totalOf(invoice)} now`,
);
export const invoiceSent = eventType(
  'invoice.sent',
  'An invoice was sent: from now on it stands as it is.',
  Invoice,
  (invoice) => `Invoice ${invoice.number} over ${totalOf(invoice)} sent, due on ${invoice.due_on}`,
);
export const invoicePaymentRecorded = eventType(
  'invoice.payment_recorded',
  'Money came in for an invoice: see `payment`.',
  InvoiceWithPayment,
  ({ number, currency, payment }) =>
    `Payment of ${writtenAmount(payment.amount, currency)} by ${payment.method} for invoice ${number}`,
);
export const invoicePaid = eventType(
  'invoice.paid',
  'An invoice was settled. It comes again if something went back and was paid anew.',
  Invoice,
  (invoice) => `Invoice ${invoice.number} over ${totalOf(invoice)} paid`,
);
export const invoiceRefunded = eventType(
  'invoice.refunded',
  'Money went back to the customer: see `payment`.',
  InvoiceWithPayment,
  ({ number, currency, payment }) =>
    `Refund of ${writtenAmount(-payment.amount, currency)} for invoice ${number}: ${payment.reason}`,
);
export const invoiceVoided = eventType(
  'invoice.voided',
  'An invoice was voided: it is not to be paid.',
  Invoice,
  ({ number, void_reason }) => `Invoice ${number} voided: ${void_reason}`,
);
