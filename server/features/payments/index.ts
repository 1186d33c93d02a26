export {
  type CheckoutRow,
  findCheckout,
  findCheckoutOrNull,
  findCheckoutToShow,
  toCheckout,
} from './checkout-queries.ts';
export { closeCheckout } from './close-checkout.task.ts';
export { createCheckout } from './create-checkout.ts';
export { createPaymentProvider } from './create-payment-provider.ts';
export * as paymentEvents from './events.ts';
export { followInvoice } from './follow-invoice.ts';
export { getCheckout } from './get-checkout.ts';
export { getPayment } from './get-payment.ts';
export { getPaymentProvider } from './get-payment-provider.ts';
export { listPaymentProviders } from './list-payment-providers.ts';
export { listPayments } from './list-payments.ts';
export { matchPayment } from './match-payment.ts';
export { canPayOnline, openCheckout } from './open-checkout.ts';
export { prepareCheckout } from './prepare-checkout.task.ts';
export { RETURN_PATH, readReturnKey } from './return-address.ts';
export { sealedPaymentProviders } from './secret.ts';
export { serveProviderEvents } from './serve-provider-events.ts';
export { updatePaymentProvider } from './update-payment-provider.ts';
