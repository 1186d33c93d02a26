import type { Tx } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { enterPayment, invoiceVoid, type OpenInvoice, refused } from './change-invoice.ts';
import { invoicePaid, invoicePaymentRecorded } from './events.ts';
import type { Method } from './invoice.ts';
import { BY_HAND, type PaymentRow, toPayment } from './payment-queries.ts';
import type { InvoiceRow } from './queries.ts';

export interface ReceivedPayment {
  amount: number;
  method: Method;
  reference?: string | null;
  note?: string | null;
}

/** A payment that a provider reported has an id before it is on an invoice. */
export type ProviderPayment = Pick<PaymentRow, 'payment_id' | 'provider' | 'provider_payment_id'>;

/** Records a payment of a sent invoice. A payment above the balance is refused. */
export function payInvoice(
  tx: Tx,
  open: OpenInvoice,
  received: ReceivedPayment,
  paidAt: Date,
  from: ProviderPayment = { payment_id: newUuid(), ...BY_HAND },
) {
  assertWithinBalance(open.before, received.amount);
  const row = {
    invoice_id: open.before.invoice_id,
    ...from,
    amount: received.amount,
    method: received.method,
    reference: received.reference?.trim() || null,
    note: received.note?.trim() || null,
    reason: null,
    refund_of: null,
    paid_at: paidAt,
    created_at: tx.now,
  };
  const payment = toPayment(row);
  const invoice = enterPayment(tx, open, row, (after, previous) => [
    pendingEvent(invoicePaymentRecorded, { ...after, payment }, previous),
    ...(after.status === 'paid' ? [pendingEvent(invoicePaid, after, previous)] : []),
  ]);
  return { invoice, payment };
}

type Owed = Pick<InvoiceRow, 'total' | 'paid' | 'currency'>;

export function assertWithinBalance({ total, paid, currency }: Owed, amount: number): void {
  const balance = total - paid;
  if (amount <= balance) return;
  const detail = `The payment of ${amount} minor units is more than the balance of ${balance}. Record at most the balance.`;
  const errors = [{ pointer: '/amount', code: 'overpayment', detail }];
  throw new Problem(422, 'overpayment', detail, { errors, extra: { balance, currency } });
}

/** A paid invoice has a balance of 0, so `assertWithinBalance` refuses it. */
export function assertPayable(invoice: InvoiceRow): void {
  if (invoice.status === 'void') throw invoiceVoid(invoice);
  if (invoice.status !== 'draft') return;
  throw refused(
    invoice,
    'invoice_not_sent',
    'This invoice is a draft. Mark it as sent with POST /v1/invoices/{id}/send, then record the payment.',
  );
}
