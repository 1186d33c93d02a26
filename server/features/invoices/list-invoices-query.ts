import { type Statement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import { OWED, type Status } from './invoice.ts';
import { COLUMNS, type InvoiceRow } from './queries.ts';

export interface InvoiceFilters {
  statuses: readonly Status[] | null;
  overdue: boolean | null;
  jobId: string | null;
  customerId: string | null;
  lifecycleNumber: string | null;
}

const OVERDUE = `(i.status in (${OWED.map((status) => `'${status}'`).join(', ')}) and i.due_on < $6::date)`;

/** All filters; each statement has its leading one again, as a condition of its index. */
const FITS = `($4::text[] is null or i.status = any ($4))
     and ($5::boolean is null or ${OVERDUE} = $5)
     and ($7::uuid is null or i.job_id = $7)
     and ($8::uuid is null or i.customer_id = $8)
     and ($9::text is null or i.lifecycle_number = $9)`;

const page = (leading: string) => `select ${COLUMNS} from invoices i
   where i.organization_id = $1 and ${leading} and i.invoice_id < $2 and ${FITS}
   order by i.invoice_id desc limit $3`;

const all = statement('list_invoices', page('true'));
const ofJob = statement('list_invoices_of_job', page('i.job_id = $7'));
const ofCustomer = statement('list_invoices_of_customer', page('i.customer_id = $8'));
const ofLifecycle = statement('list_invoices_of_lifecycle', page('i.lifecycle_number = $9'));
const overdue = statement('list_overdue_invoices', page(OVERDUE));
/** A page of each status from its stretch of the index, and of these the newest. */
const ofStatuses = statement(
  'list_invoices_of_statuses',
  `select i.* from unnest($4::text[]) as wanted (status)
   cross join lateral (${page('i.status = wanted.status')}) as i
   order by invoice_id desc limit $3`,
);

/** Newest first, from behind the given one; by the most telling filter's index. */
export function listInvoiceRows(
  tx: Tx,
  filters: InvoiceFilters,
  today: string,
  before: string | null,
  limit: number,
): Promise<InvoiceRow[]> {
  return tx.query(mostTelling(filters), [
    tx.organizationId,
    before ?? LAST_UUID,
    limit,
    filters.statuses,
    filters.overdue,
    today,
    filters.jobId,
    filters.customerId,
    filters.lifecycleNumber,
  ]);
}

function mostTelling(filters: InvoiceFilters): Statement {
  if (filters.jobId !== null) return ofJob;
  if (filters.lifecycleNumber !== null) return ofLifecycle;
  if (filters.customerId !== null) return ofCustomer;
  if (filters.overdue) return overdue;
  return filters.statuses === null ? all : ofStatuses;
}
