import { writtenAmount } from '../../domain/currencies.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { askPerson } from '../follow-ups/index.ts';
import {
  MAX_PAYMENTS,
  openInvoice,
  type ProviderKind,
  refundInvoice,
  unrefundedOf,
} from '../invoices/index.ts';
import { askAboutPayment } from './ask-about-payment.ts';
import { emitPayment } from './emit-payment.ts';
import { paymentRefunded } from './events.ts';
import { lockPayment, type PaymentRow, savePayment } from './payment-queries.ts';
import { mergeRefund, mergeReportedTotal, refundedTotal } from './payment-state.ts';
import { type Change, PROVIDERS } from './provider.ts';

type Refund = Extract<Change, { kind: 'refund' | 'refunded_so_far' }>;

/** Money that the provider has returned, or failed to return. */
export async function reportRefund(tx: Tx, provider: ProviderKind, refund: Refund): Promise<void> {
  const before = await lockPayment(tx, provider, refund.paymentId);
  const known =
    refund.kind === 'refund'
      ? mergeRefund(before, refund.refundId, { amount: refund.amount, status: refund.status })
      : mergeReportedTotal(before, refund.amount);
  const after = { ...before, ...known };
  await applyRefunds(tx, after);
  if (refund.kind === 'refund' && refund.status === 'failed') {
    await askAboutFailure(tx, after, refund);
  }
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
  const after: PaymentRow = {
    ...known,
    refunded_applied: refunded,
    status: isReturned ? 'returned' : row.status,
  };
  savePayment(tx, after);
  if (row.status === 'recorded') await recordRefund(tx, after, missing);
  await emitPayment(tx, after, paymentRefunded);
  return after;
}

export async function recordRefund(tx: Tx, row: PaymentRow, amount: number): Promise<void> {
  if (row.invoice_id === null) return;
  const open = await openInvoice(tx, row.invoice_id);
  const payment = open.payments.find(({ payment_id }) => payment_id === row.payment_id);
  if (payment === undefined) return;
  const { name } = PROVIDERS[row.provider];
  const isFull = open.before.payment_count >= MAX_PAYMENTS;
  // A person may have recorded the refund by hand.
  const possible = isFull
    ? 0
    : Math.min(amount, open.before.paid, unrefundedOf(open.payments, payment));
  if (possible > 0) {
    refundInvoice(tx, open, payment, {
      amount: possible,
      reason: `Refunded by ${name}.`,
      provider: row.provider,
      provider_payment_id: `${row.provider_payment_id}:${row.refunded}`,
    });
  }
  if (possible === amount) return;
  const { job_id, number, currency } = open.before;
  const body = `${name} refunded ${writtenAmount(amount, currency)} of a payment for invoice ${number}, of which ${writtenAmount(possible, currency)} could be recorded. Check whether the rest was already recorded by hand.`;
  const key = `payment:${row.payment_id}:refund:${row.refunded}`;
  await askPerson(tx, job_id, { key, body });
}

async function askAboutFailure(
  tx: Tx,
  row: PaymentRow,
  { refundId, amount, currency }: Extract<Change, { kind: 'refund' }>,
) {
  const { name } = PROVIDERS[row.provider];
  await askAboutPayment(
    tx,
    row,
    `refund_failed:${refundId}`,
    (number) =>
      `${name} could not refund ${writtenAmount(amount, currency)} of a payment for invoice ${number}. Return the money in another way, and check the refunds of the invoice.`,
  );
}
