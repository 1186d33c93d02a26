import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import { changeResource, changeResourceWith } from '../../platform/events/change-resource.ts';
import type { EventType, PendingEvent } from '../../platform/events/event.ts';
import { allowedSteps, statusAsPaid } from './invoice.ts';
import { insertPayment, listPayments, type PaymentRow, toPayment } from './payment-queries.ts';
import { findToday, type InvoiceRow, lockInvoice, saveInvoice, toInvoice } from './queries.ts';
import type { Invoice } from './schemas.ts';

/** What all changes to an invoice have in common. */

/** The invoice, locked, with all that was paid, and the date by which it is looked at. */
export interface OpenInvoice {
  before: InvoiceRow;
  payments: PaymentRow[];
  today: string;
}

export async function openInvoice(tx: Tx, id: string): Promise<OpenInvoice> {
  // The lock is sent first, and a statement sees what was there as it began: no payment is missed.
  const [before, today, payments] = await Promise.all([
    lockInvoice(tx, id),
    findToday(tx),
    listPayments(tx, id),
  ]);
  return { before, today, payments };
}

/** The whole invoice as it is, for a change that was made before. */
export function unchanged({ before, payments, today }: OpenInvoice) {
  return withPayments(toInvoice(before, today), payments);
}

/** Saves the invoice and writes its events; returns all of it. */
export function changeInvoice(
  tx: Tx,
  { before, payments, today }: OpenInvoice,
  changes: Partial<InvoiceRow>,
  ...types: EventType<typeof Invoice>[]
) {
  const invoice = changeResource(tx, shownOn(today), before, changes, ...types);
  return withPayments(invoice, payments);
}

function shownOn(today: string) {
  return { save: saveInvoice, show: (row: InvoiceRow) => toInvoice(row, today) };
}

function withPayments(invoice: Invoice, payments: readonly PaymentRow[]) {
  return { ...invoice, payments: payments.map(toPayment) };
}

/** An invoice is always read with all of its payments, so their number is limited. */
const MAX_PAYMENTS = 1_000;

/** Writes the entry, and what becomes of the invoice as money comes in, or goes back. */
export function enterPayment(
  tx: Tx,
  { before, payments, today }: OpenInvoice,
  entry: PaymentRow,
  eventsOf: (invoice: Invoice, previous: Partial<Invoice>) => PendingEvent[],
) {
  if (before.payment_count >= MAX_PAYMENTS) {
    const detail = `This invoice has ${MAX_PAYMENTS} payments and refunds, which is as many as one can have.`;
    throw conflict('too_many_payments', detail);
  }
  insertPayment(tx, entry);
  // Sorted as they are read, should another process have a clock that is ahead.
  const entries = [...payments, entry].toSorted((one, other) =>
    one.payment_id < other.payment_id ? -1 : 1,
  );
  const paid = before.paid + entry.amount;
  const status = statusAsPaid(before.total, paid);
  const changes = {
    paid,
    status,
    payment_count: before.payment_count + 1,
    paid_at: status === 'paid' ? lastPaidAt(entries) : null,
  };
  const invoice = changeResourceWith(tx, shownOn(today), before, changes, eventsOf);
  return withPayments(invoice, entries);
}

/** Payments are not always recorded in the order in which they came in. */
function lastPaidAt(entries: readonly PaymentRow[]): Date {
  return new Date(Math.max(...entries.map(({ paid_at }) => paid_at.getTime())));
}

/** The state of the invoice does not allow it: the answer tells what it does. */
export function refused(invoice: InvoiceRow, code: string, detail: string): Problem {
  return conflict(code, detail, { status_now: invoice.status, allowed: allowedSteps(invoice) });
}

export function invoiceVoid(invoice: InvoiceRow): Problem {
  return refused(invoice, 'invoice_void', 'This invoice is void. Write another one instead.');
}
