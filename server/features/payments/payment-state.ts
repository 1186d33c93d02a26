import type { DisputeStatus, RefundStatus } from './provider.ts';

/**
 * What is known of a payment at the provider. Reports arrive in any order, twice, or only in part, so each is merged in a
 * way that gives the same result in every order. Pure rules.
 */

export interface KnownRefund {
  amount: number;
  status: RefundStatus;
}

export interface KnownDispute {
  amount: number;
  reason: string;
  status: DisputeStatus;
}

export interface Refunds {
  /** By the provider's id. */
  refunds: Readonly<Record<string, KnownRefund>>;
  /** The highest total that was reported without saying which refunds it is of. */
  reported_refunded: number;
}

const REFUND_RANKS: Readonly<Record<RefundStatus, number>> = {
  pending: 0,
  succeeded: 1,
  failed: 2,
};

export function mergeRefund(known: Refunds, id: string, refund: KnownRefund): Refunds {
  const before = known.refunds[id];
  if (before && REFUND_RANKS[before.status] >= REFUND_RANKS[refund.status]) return known;
  return { ...known, refunds: { ...known.refunds, [id]: refund } };
}

export function mergeReportedTotal(known: Refunds, total: number): Refunds {
  return { ...known, reported_refunded: Math.max(known.reported_refunded, total) };
}

/**
 * How much was refunded: what the refunds add up to, or the total that was reported, whichever is more. Accounts differ in
 * which of the two they report; most report both.
 */
export function refundedTotal({ refunds, reported_refunded }: Refunds): number {
  const succeeded = Object.values(refunds).filter(({ status }) => status === 'succeeded');
  const sum = succeeded.reduce((total, { amount }) => total + amount, 0);
  return Math.max(sum, reported_refunded);
}

const DISPUTE_RANKS: Readonly<Record<DisputeStatus, number>> = {
  needs_response: 0,
  under_review: 1,
  closed: 2,
  won: 3,
  lost: 4,
};

export type Disputes = Readonly<Record<string, KnownDispute>>;

export function mergeDispute(known: Disputes, id: string, dispute: KnownDispute): Disputes {
  const before = known[id];
  if (before && DISPUTE_RANKS[before.status] >= DISPUTE_RANKS[dispute.status]) return known;
  return { ...known, [id]: dispute };
}

export function isClosed({ status }: KnownDispute): boolean {
  return DISPUTE_RANKS[status] >= DISPUTE_RANKS.closed;
}

/** The dispute to show: one that is open, else the last. */
export function shownDispute(disputes: Disputes): KnownDispute | null {
  const all = Object.values(disputes);
  return all.find((dispute) => !isClosed(dispute)) ?? all.at(-1) ?? null;
}
