import { writtenAmount } from '../../domain/currencies.ts';
import { eventTypeAbout, eventTypeFor } from '../../platform/events/event.ts';
import { type LoggedCheckout, LoggedCheckout as LoggedCheckoutSchema } from './checkout-schemas.ts';
import { ReceivedPayment } from './payment-schemas.ts';
import { PaymentProviderShown } from './provider-schemas.ts';

const providerEvent = eventTypeAbout(
  PaymentProviderShown,
  ({ kind }) => `Payment provider ${kind}`,
  'payment_providers:read',
);

export const paymentProviderCreated = providerEvent(
  'payment_provider.created',
  'A payment provider was connected.',
  'connected',
);
export const paymentProviderUpdated = providerEvent(
  'payment_provider.updated',
  'A payment provider was disabled or activated, or its keys were replaced.',
);

const checkoutEvent = eventTypeFor(LoggedCheckoutSchema, 'invoices:read');
const owed = ({ amount, currency }: LoggedCheckout) => writtenAmount(amount, currency);

export const checkoutCreated = checkoutEvent(
  'checkout.created',
  'A page was asked for on which a customer pays an invoice.',
  (checkout) => `Online payment of ${owed(checkout)} prepared`,
);
export const checkoutUpdated = checkoutEvent(
  'checkout.updated',
  'The page of a checkout was opened, paid, or closed: see `status`.',
  (checkout) => `Online payment of ${owed(checkout)}: ${checkout.status}`,
);

const paymentEvent = eventTypeFor(ReceivedPayment, 'invoices:read');
const sum = ({ amount, currency }: ReceivedPayment) => writtenAmount(amount, currency);

export const paymentUnmatched = paymentEvent(
  'payment.unmatched',
  'A payment arrived that fits no open invoice: see `unmatched_reason`. It waits for a person.',
  (payment) => `Payment of ${sum(payment)} fits no open invoice: ${payment.unmatched_reason}`,
);
export const paymentMatched = paymentEvent(
  'payment.matched',
  'A payment that was unmatched was recorded on an invoice.',
  (payment) => `Payment of ${sum(payment)} matched with an invoice`,
);
export const paymentRefunded = paymentEvent(
  'payment.refunded',
  'The provider has refunded a payment, or a part of it: see `refunded`.',
  (payment) =>
    `${writtenAmount(payment.refunded, payment.currency)} of a payment of ${sum(payment)} refunded`,
);
export const paymentRefundFailed = paymentEvent(
  'payment.refund_failed',
  'The provider could not refund a payment: the customer does not have the money.',
  (payment) => `Refund of a payment of ${sum(payment)} failed`,
);
export const paymentDisputed = paymentEvent(
  'payment.disputed',
  'A customer disputes a payment at the bank: see `dispute`. Respond at the provider.',
  (payment) => `Payment of ${sum(payment)} disputed: ${payment.dispute?.reason}`,
);
export const paymentDisputeClosed = paymentEvent(
  'payment.dispute_closed',
  'The dispute of a payment has ended: see `dispute`.',
  (payment) => `Dispute of a payment of ${sum(payment)} ended: ${payment.dispute?.status}`,
);
