import { writtenAmount } from '../../domain/currencies.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { ProviderKind } from '../invoices/index.ts';
import { askAboutPayment } from './ask-about-payment.ts';
import { emitPayment } from './emit-payment.ts';
import { paymentDisputeClosed, paymentDisputed } from './events.ts';
import { lockPayment, type PaymentRow, savePayment } from './payment-queries.ts';
import { type Disputes, isClosed, type KnownDispute, mergeDispute } from './payment-state.ts';
import { type Change, PROVIDERS } from './provider.ts';

type Dispute = Extract<Change, { kind: 'dispute' }>;

/** A customer wants the money back from the bank. The ledger does not change: a person decides. */
export async function reportDispute(
  tx: Tx,
  provider: ProviderKind,
  { paymentId, disputeId, amount, reason, status }: Dispute,
): Promise<void> {
  const before = await lockPayment(tx, provider, paymentId);
  const disputes = mergeDispute(before.disputes, disputeId, { amount, reason, status });
  const after = { ...before, disputes };
  savePayment(tx, after);
  if (after.status !== 'announced') await announceDisputes(tx, before.disputes, after);
}

/** Emits what is new of the disputes of a payment that has arrived, and asks a person. */
export async function announceDisputes(tx: Tx, before: Disputes, row: PaymentRow): Promise<void> {
  for (const [id, dispute] of Object.entries(row.disputes)) {
    const known = before[id];
    const isNew = known === undefined;
    const hasEnded = isClosed(dispute) && (isNew || !isClosed(known));
    if (isNew) await emitPayment(tx, row, paymentDisputed);
    if (hasEnded) await emitPayment(tx, row, paymentDisputeClosed);
    if (isNew && !isClosed(dispute)) await ask(tx, row, id, dispute, OPENED);
    if (hasEnded && dispute.status === 'lost') await ask(tx, row, id, dispute, LOST);
  }
}

const OPENED = {
  topic: 'opened',
  advice: 'is disputed. Send your evidence at the provider before the deadline there',
};
const LOST = {
  topic: 'lost',
  advice:
    'was disputed, and the dispute is lost. Record a refund on the invoice if the money is gone',
};

async function ask(
  tx: Tx,
  row: PaymentRow,
  disputeId: string,
  { amount, reason }: KnownDispute,
  { topic, advice }: typeof OPENED,
): Promise<void> {
  const { name } = PROVIDERS[row.provider];
  const sum = writtenAmount(amount, row.currency ?? '');
  await askAboutPayment(
    tx,
    row,
    `dispute:${disputeId}:${topic}`,
    (number) => `${name}: a payment for invoice ${number} ${advice}: ${sum}, ${reason}.`,
  );
}
