import type { Tx } from '../../platform/database/transaction.ts';
import { askPerson } from '../follow-ups/index.ts';
import { partiesOfInvoices } from '../invoices/index.ts';
import type { PaymentRow } from './payment-queries.ts';

/**
 * A task for a person about a payment of an invoice, once for each topic. The text is Liquid. A task has a lifecycle number,
 * so what is about no known invoice has none: it is an event, and the payment is in the list of those that are unmatched.
 */
export async function askAboutPayment(
  tx: Tx,
  { payment_id, invoice_id }: PaymentRow,
  topic: string,
  textFor: (invoiceNumber: string) => string,
): Promise<void> {
  if (invoice_id === null) return;
  const [invoice] = await partiesOfInvoices(tx, [invoice_id]);
  if (invoice === undefined) return;
  const key = `payment:${payment_id}:${topic}`;
  await askPerson(tx, invoice.job_id, { key, body: textFor(invoice.number) });
}
