import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import { changeResource, changeResourceWith } from '../../platform/events/change-resource.ts';
import type { EventType, PendingEvent } from '../../platform/events/event.ts';
import { invoicePaid, invoiceSent } from './events.ts';
import { allowedSteps, statusForPaid } from './invoice.ts';
import { insertPayment, listPayments, type PaymentRow, toPayment } from './payment-queries.ts';
import { findToday, type InvoiceRow, lockInvoice, saveInvoice, toInvoice } from './queries.ts';
import type { Invoice } from './schemas.ts';

/** Functions that all changes to an invoice share. */

/** A locked invoice with its payments, and today’s date for the organization. */
export interface OpenInvoice {
  before: InvoiceRow;
  payments: PaymentRow[];
  today: string;
}

export async function openInvoice(tx: Tx, id: string): Promise<OpenInvoice> {
  // The lock is sent first and each statement has its own snapshot, so no payment is missed.
  const [before, today, payments] = await Promise.all([
    lockInvoice(tx, id),
    findToday(tx),
    listPayments(tx, id),
  ]);
  return { before, today, payments };
}

/** The response to a change that was already made. */
export function unchanged({ before, payments, today }: OpenInvoice) {
  return withPayments(toInvoice(before, today), payments);
}

/** Saves the invoice and emits its events. Returns the invoice with its payments. */
export function changeInvoice(
  tx: Tx,
  { before, payments, today }: OpenInvoice,
  changes: Partial<InvoiceRow>,
  ...types: EventType<typeof Invoice>[]
) {
  const invoice = changeResource(tx, changerFor(today), before, changes, ...types);
  return withPayments(invoice, payments);
}

/** How an invoice reached the customer. */
export type Delivered = Pick<InvoiceRow, 'delivery' | 'communication_id' | 'delivery_reason'>;
export type DeliveredBefore = Pick<InvoiceRow, 'delivery' | 'communication_id'>;

const ISSUED: Delivered = { delivery: 'issued', communication_id: null, delivery_reason: null };

/** Marks a draft as sent. Returns the invoice as shown, and as it is now. */
export function issueInvoice(tx: Tx, open: OpenInvoice, delivered: Delivered = ISSUED) {
  const { total, paid } = open.before;
  const status = statusForPaid(total, paid);
  const isPaid = status === 'paid';
  const changes = { status, ...delivered, sent_at: tx.now, paid_at: isPaid ? tx.now : null };
  const events = isPaid ? [invoiceSent, invoicePaid] : [invoiceSent];
  const shown = changeInvoice(tx, open, changes, ...events);
  return { shown, sent: { ...open, before: { ...open.before, ...changes, updated_at: tx.now } } };
}

function changerFor(today: string) {
  return { save: saveInvoice, show: (row: InvoiceRow) => toInvoice(row, today) };
}

function withPayments(invoice: Invoice, payments: readonly PaymentRow[]) {
  return { ...invoice, payments: payments.map(toPayment) };
}

/** An invoice is always read with all of its payments, so their number is limited. */
export const MAX_PAYMENTS = 1_000;

/** Records a payment or refund, and updates the invoice. */
export function enterPayment(
  tx: Tx,
  { before, payments, today }: OpenInvoice,
  entry: PaymentRow,
  eventsOf: (invoice: Invoice, previous: Partial<Invoice>) => PendingEvent[],
) {
  if (before.payment_count >= MAX_PAYMENTS) {
    const detail = `This invoice already has ${MAX_PAYMENTS} payments and refunds, which is the maximum. Create another invoice.`;
    throw conflict('too_many_payments', detail);
  }
  insertPayment(tx, entry);
  // In the same order as they are read: the clock of another process can be ahead.
  const entries = [...payments, entry].toSorted((one, other) =>
    one.payment_id < other.payment_id ? -1 : 1,
  );
  const paid = before.paid + entry.amount;
  const status = statusForPaid(before.total, paid);
  const changes = {
    paid,
    status,
    payment_count: before.payment_count + 1,
    paid_at: status === 'paid' ? lastPaidAt(entries) : null,
  };
  const invoice = changeResourceWith(tx, changerFor(today), before, changes, eventsOf);
  return withPayments(invoice, entries);
}

/** Payments are not always recorded in the order in which they were received. */
function lastPaidAt(entries: readonly PaymentRow[]): Date {
  return new Date(Math.max(...entries.map(({ paid_at }) => paid_at.getTime())));
}

/** For a step that the status does not allow. The problem lists the allowed steps. */
export function refused(invoice: InvoiceRow, code: string, detail: string): Problem {
  return conflict(code, detail, { status_now: invoice.status, allowed: allowedSteps(invoice) });
}

export function invoiceVoid(invoice: InvoiceRow): Problem {
  return refused(invoice, 'invoice_void', 'This invoice is void. Create another invoice.');
}
