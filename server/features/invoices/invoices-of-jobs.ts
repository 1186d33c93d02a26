import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { InvoiceOfJob } from './due.ts';

const selectInvoices = statement(
  'select_invoices_of_jobs',
  `select invoice_id, job_id, number, status, currency, total, paid from invoices
   where organization_id = $1 and job_id = any ($2) and status <> 'void'
   order by invoice_id`,
);

/** All invoices of these jobs that are not void, oldest first. */
export function invoicesOfJobs(tx: Tx, jobIds: readonly string[]): Promise<InvoiceOfJob[]> {
  return tx.query(selectInvoices, [tx.organizationId, jobIds]);
}
