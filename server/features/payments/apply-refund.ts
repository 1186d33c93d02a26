import { writtenAmount } from '../../domain/currencies.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { askPerson } from '../follow-ups/index.ts';
import {
  MAX_PAYMENTS,
  type OpenInvoice,
  openInvoice,
  type ProviderKind,
  refundInvoice,
  unrefundedOf,
} from '../invoices/index.ts';
import { askAboutPayment } from './ask-about-payment.ts';
import { emitPayment } from './emit-payment.ts';
import { paymentRefunded, paymentRefundFailed } from './events.ts';
import { lockPayment, type PaymentRow, savePayment } from './payment-queries.ts';
import { compareByHand, mergeRefund, mergeReportedTotal, refundedTotal } from './payment-state.ts';
import { type Change, PROVIDERS } from './provider.ts';

type Refund = Extract<Change, { kind: 'refund' | 'refunded_so_far' }>;

/** Money that the provider has returned, or failed to return. */
export async function reportRefund(tx: Tx, provider: ProviderKind, refund: Refund): Promise<void> {
  const before = await lockPayment(tx, provider, refund.paymentId);
  const known =
    refund.kind === 'refund'
      ? mergeRefund(before, refund.refundId, { amount: refund.amount, status: refund.status })
      : mergeReportedTotal(before, refund.amount);
  const after = await applyRefunds(tx, { ...before, ...known });
  if (after.status !== 'announced') await announceFailures(tx, before, after);
}

/** Records what is refunded and not recorded yet. Before the payment has arrived, it is only noted. */
export async function applyRefunds(tx: Tx, row: PaymentRow): Promise<PaymentRow> {
  // What was recorded stays recorded: a person decides about a refund that failed later.
  const refunded = Math.min(
    Math.max(row.refunded, refundedTotal(row)),
    row.amount ?? Number.MAX_SAFE_INTEGER,
  );
  const known = { ...row, refunded };
  const missing = refunded - row.refunded_applied;
  if (row.status === 'announced' || missing <= 0) {
    savePayment(tx, known);
    return known;
  }
  const isReturned = row.status === 'unmatched' && refunded === row.amount;
  const applied: PaymentRow = {
    ...known,
    refunded_applied: refunded,
    status: isReturned ? 'returned' : row.status,
  };
  const after = row.status === 'recorded' ? await recordRefund(tx, applied, missing) : applied;
  savePayment(tx, after);
  await emitPayment(tx, after, paymentRefunded);
  return after;
}

/**
 * Records a refund of the provider on the invoice, unless a person has recorded it by hand. The row returned has what was
 * not recorded, and is to be saved.
 */
export async function recordRefund(tx: Tx, row: PaymentRow, amount: number): Promise<PaymentRow> {
  if (row.invoice_id === null) return row;
  const open = await openInvoice(tx, row.invoice_id);
  const payment = open.payments.find(({ payment_id }) => payment_id === row.payment_id);
  if (payment === undefined) return row;
  const found = compareByHand(amount, refundsByHand(open, row.payment_id), row.unrecorded_refunds);
  const isFull = open.before.payment_count >= MAX_PAYMENTS;
  const possible =
    found !== 'new' || isFull
      ? 0
      : Math.min(amount, open.before.paid, unrefundedOf(open.payments, payment));
  if (possible > 0) {
    const { name } = PROVIDERS[row.provider];
    refundInvoice(tx, open, payment, {
      amount: possible,
      reason: `Refunded by ${name}.`,
      provider: row.provider,
      provider_payment_id: `${row.provider_payment_id}:${row.refunded}`,
    });
  }
  if (possible === amount) return row;
  if (found !== 'recorded') await askAboutRest(tx, row, open, { amount, possible });
  return { ...row, unrecorded_refunds: [...row.unrecorded_refunds, amount - possible] };
}

/** Also those that do not say of which payment they are, if there is only one that they can be of. */
function refundsByHand({ payments }: OpenInvoice, paymentId: string): number[] {
  const isOnly = payments.filter(({ amount }) => amount > 0).length === 1;
  return payments
    .filter(({ amount, provider }) => amount < 0 && provider === null)
    .filter(({ refund_of }) => refund_of === paymentId || (isOnly && refund_of === null))
    .map(({ amount }) => -amount);
}

async function askAboutRest(
  tx: Tx,
  { provider, payment_id, refunded }: PaymentRow,
  { before: { job_id, number, currency } }: OpenInvoice,
  { amount, possible }: { amount: number; possible: number },
): Promise<void> {
  const { name } = PROVIDERS[provider];
  const body = `${name} refunded ${writtenAmount(amount, currency)} of a payment for invoice ${number}, of which ${writtenAmount(possible, currency)} could be recorded. Check whether the rest was already recorded by hand. If not, record it as a refund of this payment.`;
  await askPerson(tx, job_id, { key: `payment:${payment_id}:refund:${refunded}`, body });
}

/** Asks a person about each refund that has failed: the customer does not have the money. */
export async function announceFailures(
  tx: Tx,
  before: Pick<PaymentRow, 'refunds'>,
  row: PaymentRow,
): Promise<void> {
  const { name } = PROVIDERS[row.provider];
  for (const [id, { amount, status }] of Object.entries(row.refunds)) {
    if (status !== 'failed' || before.refunds[id]?.status === 'failed') continue;
    await emitPayment(tx, row, paymentRefundFailed);
    await askAboutPayment(
      tx,
      row,
      `refund_failed:${id}`,
      (number) =>
        `${name} could not refund ${writtenAmount(amount, row.currency ?? '')} of a payment for invoice ${number}. Return the money in another way, and check the refunds of the invoice.`,
    );
  }
}
