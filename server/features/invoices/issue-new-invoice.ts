import type { Tx } from '../../platform/database/transaction.ts';
import type { FullJob } from '../jobs/index.ts';
import { issueInvoice } from './change-invoice.ts';
import { type NewInvoice, newInvoice } from './create-invoice.ts';
import { type InvoiceRow, insertAndReadInvoice } from './queries.ts';

/** Creates an invoice for a job and marks it as sent. Call it last: the organization's counter is locked from here. */
export async function issueNewInvoice(
  tx: Tx,
  job: FullJob,
  given: NewInvoice,
  today: string,
): Promise<InvoiceRow> {
  const before = await insertAndReadInvoice(tx, newInvoice(tx, job, given), today);
  return issueInvoice(tx, { before, payments: [], today }).sent.before;
}
