/** The rules of a checkout, without a database. */

export const CHECKOUT_STATUSES = [
  'preparing',
  'open',
  'processing',
  'paid',
  'expired',
  'failed',
] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** Those that money can still come from. The index `checkouts_one_live` has the first two. */
export const LIVE: readonly CheckoutStatus[] = ['preparing', 'open', 'processing'];

/** What kind of failure it was: what a customer reads follows from it. */
export const FAILURE_CODES = [
  'keys_refused',
  'request_refused',
  'unavailable',
  'payment_failed',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/**
 * `expired` is below `processing`: we end a page before the provider has closed it, and the customer may have paid on it
 * in between.
 */
const RANKS: Readonly<Record<CheckoutStatus, number>> = {
  preparing: 0,
  open: 1,
  expired: 2,
  processing: 3,
  failed: 4,
  paid: 5,
};

/** Reports arrive in any order, so a status only moves forward: the result is the same in each of them. */
export function laterStatus(before: CheckoutStatus, reported: CheckoutStatus): CheckoutStatus {
  return RANKS[reported] > RANKS[before] ? reported : before;
}

export function isOver(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

interface Asked {
  payment_provider_id: string;
  amount: number;
  status: CheckoutStatus;
  expires_at: Date | null;
}

/**
 * The checkout with which an invoice is paid, of those that are live. While a payment is being processed it is that one,
 * whatever the balance is and however long it takes: a second page would be paid as well.
 */
export function usableCheckout<Row extends Asked>(
  live: readonly Row[],
  {
    balance,
    paymentProviderId,
    now,
  }: { balance: number; paymentProviderId: string | null; now: Date },
): Row | null {
  const usable = live.find(
    ({ amount, payment_provider_id, expires_at }) =>
      amount === balance && payment_provider_id === paymentProviderId && !isOver(expires_at, now),
  );
  return live.find(({ status }) => status === 'processing') ?? usable ?? null;
}
