import { isObject } from '../../platform/is-object.ts';
import type { Change, DisputeStage, DisputeStatus, RefundStatus } from './provider.ts';
import { fromStripeAmount } from './stripe-amounts.ts';

/**
 * What an event of Stripe means for us; null for everything else, also for payments of other programs with the same account.
 * Its version is that of the company's endpoint at Stripe, so nothing is taken for granted.
 */
export function readStripeEvent(type: string, object: unknown, createdAt: Date): Change | null {
  if (!isObject(object)) return null;
  if (type.startsWith('checkout.session.')) return readSession(type, object, createdAt);
  if (type.startsWith('charge.dispute.')) return readDispute(object, createdAt);
  if (type.startsWith('refund.') || type === 'charge.refund.updated') return readRefund(object);
  return type === 'charge.refunded' ? readCharge(object) : null;
}

type Fields = Record<string, unknown>;

function readSession(type: string, session: Fields, paidAt: Date): Change | null {
  const ours = isObject(session.metadata) ? session.metadata : {};
  const organizationId = textOf(ours.organization_id);
  const checkoutId = textOf(ours.checkout_id);
  if (organizationId === null || checkoutId === null) return null;
  const about = { organizationId, checkoutId };
  const sessionId = textOf(session.id) ?? '';
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const paymentId = idOf(session.payment_intent);
      const money = moneyOf(session.amount_total, session.currency);
      if (session.payment_status !== 'paid')
        return { kind: 'checkout', ...about, sessionId, status: 'processing' };
      if (paymentId === null || money === null) return null;
      const isDelayed = type === 'checkout.session.async_payment_succeeded';
      const invoiceId = textOf(ours.invoice_id);
      return { kind: 'paid', ...about, invoiceId, paymentId, ...money, isDelayed, paidAt };
    }
    case 'checkout.session.async_payment_failed':
      return { kind: 'checkout', ...about, sessionId, status: 'failed' };
    case 'checkout.session.expired':
      return { kind: 'checkout', ...about, sessionId, status: 'expired' };
    default:
      return null;
  }
}

const REFUND_STATUS: Readonly<Record<string, RefundStatus>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

function readRefund(refund: Fields): Change | null {
  const [paymentId, refundId] = [idOf(refund.payment_intent), textOf(refund.id)];
  const money = moneyOf(refund.amount, refund.currency);
  const status = REFUND_STATUS[textOf(refund.status) ?? ''];
  if (paymentId === null || refundId === null || money === null || status === undefined)
    return null;
  return { kind: 'refund', paymentId, refundId, ...money, status };
}

/** Says how much was refunded so far, but not by which refunds. */
function readCharge(charge: Fields): Change | null {
  const paymentId = idOf(charge.payment_intent);
  const money = moneyOf(charge.amount_refunded, charge.currency);
  return paymentId === null || money === null
    ? null
    : { kind: 'refunded_so_far', paymentId, ...money };
}

const DISPUTE_STATES: Readonly<Record<string, [DisputeStage, DisputeStatus]>> = {
  warning_needs_response: ['inquiry', 'needs_response'],
  warning_under_review: ['inquiry', 'under_review'],
  warning_closed: ['inquiry', 'closed'],
  needs_response: ['dispute', 'needs_response'],
  under_review: ['dispute', 'under_review'],
  prevented: ['dispute', 'closed'],
  won: ['dispute', 'won'],
  lost: ['dispute', 'lost'],
  appeal_needs_response: ['appeal', 'needs_response'],
  appeal_under_review: ['appeal', 'under_review'],
};

function readDispute(dispute: Fields, at: Date): Change | null {
  const [paymentId, disputeId] = [idOf(dispute.payment_intent), textOf(dispute.id)];
  const money = moneyOf(dispute.amount, dispute.currency);
  const reported = textOf(dispute.status);
  if (paymentId === null || disputeId === null || money === null || reported === null) return null;
  // A status that is new at Stripe is one for a person.
  const [stage, status] = DISPUTE_STATES[reported] ?? (['dispute', 'other'] as const);
  const reason = /^[a-z_]{1,60}$/.exec(textOf(dispute.reason) ?? '')?.[0] ?? 'general';
  return { kind: 'dispute', paymentId, disputeId, ...money, reason, stage, status, at };
}

/** An id, or the whole object that the account has asked for. */
function idOf(value: unknown): string | null {
  return textOf(isObject(value) ? value.id : value);
}

/** Longer than any id of Stripe is none. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.length > 0 && value.length <= 255 ? value : null;
}

function moneyOf(amount: unknown, currency: unknown): { amount: number; currency: string } | null {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) return null;
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return null;
  return { amount: fromStripeAmount(amount, currency), currency: currency.toUpperCase() };
}
