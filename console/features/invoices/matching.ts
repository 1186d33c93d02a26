import type { Invoice, ReceivedPayment } from '../../../packages/sdk/src/index.ts';

/** The invoices that can take a payment as a whole; those of its customer first. Pure. */
export function invoicesFor(
  {
    amount,
    currency,
    customer_id,
    lifecycle_number,
  }: Pick<ReceivedPayment, 'amount' | 'currency' | 'customer_id' | 'lifecycle_number'>,
  open: readonly Invoice[],
): readonly Invoice[] {
  const isLikely = (invoice: Invoice) =>
    (customer_id !== null && invoice.customer_id === customer_id) ||
    (lifecycle_number !== null && invoice.lifecycle_number === lifecycle_number);
  const isExact = (invoice: Invoice) => invoice.balance === amount;
  const rank = (invoice: Invoice) => Number(isLikely(invoice)) * 2 + Number(isExact(invoice));
  return open
    .filter((invoice) => invoice.currency === currency && invoice.balance >= amount)
    .toSorted((a, b) => rank(b) - rank(a));
}
