import { filteredList } from '../../platform/database/filtered-list.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { OWED, type Status } from './invoice.ts';
import { COLUMNS, type InvoiceRow } from './queries.ts';

export interface InvoiceFilters {
  statuses: readonly Status[] | null;
  overdue: boolean | null;
  jobId: string | null;
  customerId: string | null;
  lifecycleNumber: string | null;
  /** Such as INV-000042. */
  number: string | null;
}

/** For SQL: past the due date, with a balance. */
export const isOverdueOn = (today: string) =>
  `(i.status in (${OWED.map((status) => `'${status}'`).join(', ')}) and i.due_on < ${today}::date)`;

const readPage = filteredList<
  InvoiceRow,
  'job' | 'customer' | 'number' | 'invoice' | 'overdue' | 'notOverdue'
>({
  name: 'list_invoices',
  select: `${COLUMNS} from invoices i`,
  alias: 'i',
  id: 'invoice_id',
  conditions: {
    job: (id) => `i.job_id = ${id}`,
    customer: (id) => `i.customer_id = ${id}`,
    number: (number) => `i.lifecycle_number = ${number}`,
    invoice: (number) => `i.number = ${number}`,
    overdue: isOverdueOn,
    notOverdue: (today) => `not ${isOverdueOn(today)}`,
  },
});

/** The newest invoices that match the filters and are older than the given one. */
export function listInvoiceRows(
  tx: Tx,
  filters: InvoiceFilters,
  today: string,
  before: string | null,
  limit: number,
): Promise<InvoiceRow[]> {
  const { statuses, overdue, jobId, customerId, lifecycleNumber, number } = filters;
  const wanted = {
    job: jobId,
    customer: customerId,
    number: lifecycleNumber,
    invoice: number,
    overdue: overdue === true ? today : null,
    notOverdue: overdue === false ? today : null,
  };
  return readPage(tx, { filters: wanted, statuses, before, limit });
}
