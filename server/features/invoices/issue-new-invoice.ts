import type { Tx } from '../../platform/database/transaction.ts';
import type { FullJob } from '../jobs/index.ts';
import { type Delivered, issueInvoice } from './change-invoice.ts';
import { type NewInvoice, newInvoice } from './create-invoice.ts';
import { type InvoiceRow, insertAndReadInvoice } from './queries.ts';

/**
 * Creates an invoice for a job and sends it, or marks it as sent if that cannot be. Call it last: the organization's counter is
 * locked from here.
 */
export async function issueNewInvoice(
  tx: Tx,
  job: FullJob,
  given: NewInvoice,
  today: string,
  deliver: (invoice: InvoiceRow) => Promise<Delivered | null>,
): Promise<InvoiceRow> {
  const before = await insertAndReadInvoice(tx, newInvoice(tx, job, given), today);
  const delivered = (await deliver(before)) ?? undefined;
  return issueInvoice(tx, { before, payments: [], today }, delivered).sent.before;
}
