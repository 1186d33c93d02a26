import type { InvoiceWithPayments } from '../../../packages/sdk/src/index.ts';

/** What can still be returned: of one payment what is left of it, and never more than was paid in all. Pure. */
export function refundable(
  { paid, payments }: Pick<InvoiceWithPayments, 'paid' | 'payments'>,
  paymentId: string | null,
): number {
  if (paymentId === null) return paid;
  const left = payments
    .filter(({ payment_id, refund_of }) => payment_id === paymentId || refund_of === paymentId)
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.min(left, paid);
}
