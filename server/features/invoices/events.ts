import { writtenAmount } from '../../domain/currencies.ts';
import { eventTypeFor } from '../../platform/events/event.ts';
import { Invoice, InvoiceWithPayment } from './schemas.ts';

const invoiceEvent = eventTypeFor(Invoice, 'invoices:read');
const invoiceWithPaymentEvent = eventTypeFor(InvoiceWithPayment, 'invoices:read');

const totalOf = ({ total, currency }: Invoice) => writtenAmount(total, currency);

export const invoiceCreated = invoiceEvent(
  'invoice.created',
  'A draft invoice was created.',
  (invoice) => `Invoice ${invoice.number} for ${totalOf(invoice)} created`,
);
export const invoiceUpdated = invoiceEvent(
  'invoice.updated',
  'A draft invoice was changed.',
  (invoice) => `Invoice ${invoice.number} updated, now for ${totalOf(invoice)}`,
);
export const invoiceSent = invoiceEvent(
  'invoice.sent',
  'An invoice was sent: see `delivery`. It cannot be changed any more.',
  (invoice) => `Invoice ${invoice.number} for ${totalOf(invoice)} sent, due on ${invoice.due_on}`,
);
export const invoiceResent = invoiceEvent(
  'invoice.resent',
  'A sent invoice was sent again: see `delivery`.',
  (invoice) => `Invoice ${invoice.number} sent again by ${invoice.delivery}`,
);
export const invoicePaymentRecorded = invoiceWithPaymentEvent(
  'invoice.payment_recorded',
  'A payment was recorded for an invoice; `payment` has the details.',
  ({ number, currency, payment }) =>
    `Payment of ${writtenAmount(payment.amount, currency)} by ${payment.method} for invoice ${number}`,
);
export const invoicePaid = invoiceEvent(
  'invoice.paid',
  'An invoice was paid in full. The event is sent again if the invoice is refunded and then paid again.',
  (invoice) => `Invoice ${invoice.number} for ${totalOf(invoice)} paid`,
);
export const invoiceRefunded = invoiceWithPaymentEvent(
  'invoice.refunded',
  'A refund was recorded for an invoice; `payment` has the details.',
  ({ number, currency, payment }) =>
    `Refund of ${writtenAmount(-payment.amount, currency)} for invoice ${number}: ${payment.reason}`,
);
export const invoiceVoided = invoiceEvent(
  'invoice.voided',
  'An invoice was voided, so it must not be paid.',
  ({ number, void_reason }) => `Invoice ${number} voided: ${void_reason}`,
);
