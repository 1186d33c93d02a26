import { writtenAmount } from '../../domain/currencies.ts';
import { eventTypeFor } from '../../platform/events/event.ts';
import { Invoice, InvoiceWithPayment } from './schemas.ts';

const eventType = eventTypeFor('invoices:read');

const totalOf = ({ total, currency }: Invoice) => writtenAmount(total, currency);

export const invoiceCreated = eventType(
  'invoice.created',
  'A draft invoice was created.',
  Invoice,
  (invoice) => `Invoice ${invoice.number} for ${totalOf(invoice)} created`,
);
export const invoiceUpdated = eventType(
  'invoice.updated',
  'A draft invoice was changed.',
  Invoice,
  (invoice) => `Invoice ${invoice.number} updated, now for ${totalOf(invoice)}`,
);
export const invoiceSent = eventType(
  'invoice.sent',
  'An invoice was marked as sent. It cannot be changed any more.',
  Invoice,
  (invoice) => `Invoice ${invoice.number} for ${totalOf(invoice)} sent, due on ${invoice.due_on}`,
);
export const invoicePaymentRecorded = eventType(
  'invoice.payment_recorded',
  'A payment was recorded for an invoice; `payment` has the details.',
  InvoiceWithPayment,
  ({ number, currency, payment }) =>
    `Payment of ${writtenAmount(payment.amount, currency)} by ${payment.method} for invoice ${number}`,
);
export const invoicePaid = eventType(
  'invoice.paid',
  'An invoice was paid in full. The event is sent again if the invoice is refunded and then paid again.',
  Invoice,
  (invoice) => `Invoice ${invoice.number} for ${totalOf(invoice)} paid`,
);
export const invoiceRefunded = eventType(
  'invoice.refunded',
  'A refund was recorded for an invoice; `payment` has the details.',
  InvoiceWithPayment,
  ({ number, currency, payment }) =>
    `Refund of ${writtenAmount(-payment.amount, currency)} for invoice ${number}: ${payment.reason}`,
);
export const invoiceVoided = eventType(
  'invoice.voided',
  'An invoice was voided, so it must not be paid.',
  Invoice,
  ({ number, void_reason }) => `Invoice ${number} voided: ${void_reason}`,
);
