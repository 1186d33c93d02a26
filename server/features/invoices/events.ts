import { eventType } from '../../platform/events/event.ts';
import { Invoice, InvoiceWithPayment } from './schemas.ts';

export const invoiceCreated = eventType(
  'invoice.created',
  'An invoice was written, as a draft.',
  Invoice,
  ({ number }) => `Invoice ${number} written`,
);
export const invoiceUpdated = eventType(
  'invoice.updated',
  'A draft of an invoice changed.',
  Invoice,
  ({ number }) => `Invoice ${number} changed`,
);
export const invoiceSent = eventType(
  'invoice.sent',
  'An invoice was sent: from now on it stands as it is.',
  Invoice,
  ({ number, due_on }) => `Invoice ${number} sent, due on ${due_on}`,
);
export const invoicePaymentRecorded = eventType(
  'invoice.payment_recorded',
  'Money came in for an invoice: see `payment`.',
  InvoiceWithPayment,
  ({ number, payment }) => `Payment for invoice ${number} by ${payment.method}`,
);
export const invoicePaid = eventType(
  'invoice.paid',
  'An invoice was settled. It comes again if something went back and was paid anew.',
  Invoice,
  ({ number }) => `Invoice ${number} paid`,
);
export const invoiceRefunded = eventType(
  'invoice.refunded',
  'Money went back to the customer: see `payment`.',
  InvoiceWithPayment,
  ({ number, payment }) => `Refund for invoice ${number}: ${payment.reason}`,
);
export const invoiceVoided = eventType(
  'invoice.voided',
  'An invoice was voided: it is not to be paid.',
  Invoice,
  ({ number, void_reason }) => `Invoice ${number} voided: ${void_reason}`,
);
