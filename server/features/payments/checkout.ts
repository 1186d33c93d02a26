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

/** Those that can still be paid. The index `checkouts_one_live` has the same statuses. */
export const LIVE: readonly CheckoutStatus[] = ['preparing', 'open', 'processing'];

const RANKS: Readonly<Record<CheckoutStatus, number>> = {
  preparing: 0,
  open: 1,
  processing: 2,
  expired: 3,
  failed: 3,
  paid: 4,
};

/** Reports arrive in any order, so a status only moves forward: the result is the same in each of them. */
export function laterStatus(before: CheckoutStatus, reported: CheckoutStatus): CheckoutStatus {
  return RANKS[reported] > RANKS[before] ? reported : before;
}

export function isOver(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}
