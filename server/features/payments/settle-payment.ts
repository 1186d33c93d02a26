import { writtenAmount } from '../../domain/currencies.ts';
import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { askPerson } from '../follow-ups/index.ts';
import {
  openInvoice,
  type ProviderKind,
  partiesOfInvoices,
  payInvoice,
} from '../invoices/index.ts';
import { announceDisputes } from './apply-dispute.ts';
import { announceFailures, applyRefunds } from './apply-refund.ts';
import { findCheckoutOrNull } from './checkout-queries.ts';
import { reportCheckout } from './close-checkout.task.ts';
import { emitPayment } from './emit-payment.ts';
import { paymentUnmatched } from './events.ts';
import { explain, reasonNotToRecord } from './match.ts';
import { lockPayment, type PaymentRow, savePayment } from './payment-queries.ts';
import { type Change, PROVIDERS } from './provider.ts';

type Paid = Extract<Change, { kind: 'paid' }>;

/**
 * Records a payment on the invoice of its checkout, once. If it does not fit, it is kept as unmatched, and a person gets a
 * task: the money is there. What was reported of it before it arrived is applied then.
 *
 * Locks are taken in one order: the payment, the invoice, the checkout, and last the organization's counter.
 */
export async function settlePayment(
  tx: Tx,
  provider: ProviderKind,
  paid: Paid,
  isOtherMode: boolean,
): Promise<void> {
  const before = await lockPayment(tx, provider, paid.paymentId);
  if (before.status !== 'announced') return;
  const checkout = await findCheckoutOrNull(tx, toUuid('checkout', paid.checkoutId));
  const invoiceId = checkout?.invoice_id ?? toUuid('invoice', paid.invoiceId ?? '');
  const isKnown = invoiceId !== null && (await partiesOfInvoices(tx, [invoiceId])).length > 0;
  const open = isKnown ? await openInvoice(tx, invoiceId) : null;
  const { amount, currency } = paid;
  const arrived = {
    ...before,
    checkout_id: checkout?.checkout_id ?? null,
    // An invoice is known by its id at the provider even if the checkout is not.
    invoice_id: open === null ? null : invoiceId,
    amount,
    currency,
    method: paid.isDelayed ? 'transfer' : 'card',
    paid_at: paid.paidAt < tx.now ? paid.paidAt : tx.now,
  } as const;
  if (checkout !== null) await reportCheckout(tx, checkout, 'paid');
  const reason = isOtherMode
    ? 'other_mode'
    : reasonNotToRecord(paid, checkout, open?.before ?? null);
  if (open !== null && reason === null) {
    const received = { amount, method: arrived.method, reference: paid.paymentId };
    payInvoice(tx, open, received, arrived.paid_at, idsOf(before));
    await finish(tx, { ...arrived, status: 'recorded' });
    return;
  }
  const row: PaymentRow = { ...arrived, status: 'unmatched', reason: reason ?? 'unknown_checkout' };
  savePayment(tx, row);
  await emitPayment(tx, row, paymentUnmatched);
  if (open !== null) await askAbout(tx, row, open.before);
  await finish(tx, row);
}

function idsOf({ payment_id, provider, provider_payment_id }: PaymentRow) {
  return { payment_id, provider, provider_payment_id };
}

/** What was reported before the payment. */
async function finish(tx: Tx, row: PaymentRow): Promise<void> {
  const after = await applyRefunds(tx, row);
  await announceFailures(tx, { refunds: {} }, after);
  await announceDisputes(tx, {}, after);
}

async function askAbout(
  tx: Tx,
  { payment_id, provider, amount, currency, reason, provider_payment_id }: PaymentRow,
  { job_id, number }: { job_id: string; number: string },
): Promise<void> {
  const sum = writtenAmount(amount ?? 0, currency ?? '');
  const why = explain(reason ?? 'unknown_checkout');
  const body = `${PROVIDERS[provider].name} took a payment of ${sum} for invoice ${number} that is not recorded on it: ${why}. Refund it at the provider, or match it with the right invoice. Its id there is ${safeId(provider_payment_id)}.`;
  await askPerson(tx, job_id, { key: `payment:${payment_id}:unmatched`, body });
}

/** The text is a template. */
export function safeId(id: string): string {
  return id.replaceAll(/[^\w-]/g, '');
}
