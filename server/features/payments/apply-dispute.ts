import { writtenAmount } from '../../domain/currencies.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { ProviderKind } from '../invoices/index.ts';
import { askAboutPayment } from './ask-about-payment.ts';
import { emitPayment } from './emit-payment.ts';
import { paymentDisputeClosed, paymentDisputed } from './events.ts';
import { lockPayment, type PaymentRow, savePayment } from './payment-queries.ts';
import {
  type Disputes,
  type DisputeTask,
  type KnownDispute,
  mergeDispute,
  newsOfDispute,
} from './payment-state.ts';
import { type Change, PROVIDERS } from './provider.ts';

type Dispute = Extract<Change, { kind: 'dispute' }>;

/** A customer wants the money back from the bank. The ledger does not change: a person decides. */
export async function reportDispute(
  tx: Tx,
  provider: ProviderKind,
  { paymentId, disputeId, amount, currency, reason, status, stage, at }: Dispute,
): Promise<void> {
  const before = await lockPayment(tx, provider, paymentId);
  const reported = { amount, currency, reason, status, stage, at: at.getTime() };
  const disputes = mergeDispute(before.disputes, disputeId, reported);
  if (disputes === before.disputes) return;
  const after = { ...before, disputes };
  savePayment(tx, after);
  if (after.status !== 'announced') await announceDisputes(tx, before.disputes, after);
}

/** Emits what is new of the disputes of a payment that has arrived, and asks a person. */
export async function announceDisputes(tx: Tx, before: Disputes, row: PaymentRow): Promise<void> {
  for (const [id, dispute] of Object.entries(row.disputes)) {
    if (dispute === before[id]) continue;
    const { isOpened, isEnded, task } = newsOfDispute(before[id], dispute);
    if (isOpened) await emitPayment(tx, row, paymentDisputed);
    if (isEnded) await emitPayment(tx, row, paymentDisputeClosed);
    if (task !== null) await ask(tx, row, id, dispute, task);
  }
}

const ADVICE: Readonly<Record<DisputeTask, string>> = {
  inquiry:
    'is questioned by the bank. Respond at the provider before the deadline there, so that it does not become a dispute',
  opened: 'is disputed. Send your evidence at the provider before the deadline there',
  appeal:
    'was disputed, and the decision is appealed against. Send your evidence at the provider before the deadline there',
  lost: 'was disputed, and the dispute is lost. Record a refund on the invoice if the money is gone',
  won_after_all:
    'was disputed, and the dispute that was lost is won after all. If you recorded a refund, record the money that came back',
  other: 'is disputed, with a status that is not known here. Look at the dispute at the provider',
};

async function ask(
  tx: Tx,
  row: PaymentRow,
  disputeId: string,
  { amount, currency, reason }: KnownDispute,
  topic: DisputeTask,
): Promise<void> {
  const { name } = PROVIDERS[row.provider];
  const sum = writtenAmount(amount, currency);
  await askAboutPayment(
    tx,
    row,
    `dispute:${disputeId}:${topic}`,
    (number) => `${name}: a payment for invoice ${number} ${ADVICE[topic]}: ${sum}, ${reason}.`,
  );
}
