import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { emit, type PendingEvent } from '../../platform/events/event.ts';
import { allowedSteps, statusAsPaid } from './invoice.ts';
import { listPayments, type PaymentRow } from './payment-queries.ts';
import { findToday, type InvoiceRow, lockInvoice, saveInvoice, toInvoice } from './queries.ts';
import type { Invoice } from './schemas.ts';

/** What all changes to an invoice have in common. */

/** The invoice, locked, and the date by which it is looked at. */
export interface OpenInvoice {
  before: InvoiceRow;
  today: string;
}

export async function openInvoice(tx: Tx, id: string): Promise<OpenInvoice> {
  const [before, today] = await Promise.all([lockInvoice(tx, id), findToday(tx)]);
  return { before, today };
}

/** The whole invoice as it is, for a change that was made before. */
export async function unchanged(tx: Tx, { before, today }: OpenInvoice) {
  return { ...toInvoice(before, today), payments: await listPayments(tx, before.invoice_id) };
}

/** Saves the invoice and writes its events; answers all of it. */
export async function changeInvoice(
  tx: Tx,
  { before, today }: OpenInvoice,
  changes: Partial<InvoiceRow>,
  eventsOf: (invoice: Invoice, previous: Partial<Invoice>) => PendingEvent[],
) {
  const after = { ...before, ...changes, updated_at: tx.now };
  saveInvoice(tx, after);
  const payments = await listPayments(tx, before.invoice_id);
  const invoice = toInvoice(after, today);
  const previous = changedFields(toInvoice(before, today), invoice);
  emit(tx, before.lifecycle_number, ...eventsOf(invoice, previous));
  return { ...invoice, payments };
}

/** Whoever reads an invoice reads all of its payments, so there is an end to them. */
const MOST_PAYMENTS = 1_000;

/** What becomes of an invoice as money comes in, or goes back. */
export function afterPayment(before: InvoiceRow, { amount, paid_at }: PaymentRow) {
  if (before.payment_count >= MOST_PAYMENTS) {
    const detail = `This invoice has ${MOST_PAYMENTS} payments and refunds, which is as many as one can have.`;
    throw conflict('too_many_payments', detail);
  }
  const paid = before.paid + amount;
  const status = statusAsPaid(before.total, paid);
  const payment_count = before.payment_count + 1;
  return { paid, status, payment_count, paid_at: status === 'paid' ? paid_at : null };
}

/** The state of the invoice does not allow it: the answer tells what it does. */
export function refused(invoice: InvoiceRow, code: string, detail: string): Problem {
  return conflict(code, detail, { status_now: invoice.status, allowed: allowedSteps(invoice) });
}

export function invoiceVoid(invoice: InvoiceRow): Problem {
  return refused(invoice, 'invoice_void', 'This invoice is void. Write another one instead.');
}
