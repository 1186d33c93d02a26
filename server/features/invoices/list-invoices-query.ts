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

const isOverdueOn = (today: string) =>
  `(i.status in (${OWED.map((status) => `'${status}'`).join(', ')}) and i.due_on < ${today}::date)`;

/** Every filter except status, as a condition on its parameter. */
const CONDITIONS = {
  job: (id: string) => `i.job_id = ${id}`,
  customer: (id: string) => `i.customer_id = ${id}`,
  number: (number: string) => `i.lifecycle_number = ${number}`,
  overdue: isOverdueOn,
  notOverdue: (today: string) => `not ${isOverdueOn(today)}`,
};
type Condition = keyof typeof CONDITIONS;

/**
 * One statement per combination of filters, with only the conditions in use. With an optional condition, such
 * as `$5 is null or …`, the generic plan expects almost no rows, so it reads and sorts all invoices instead of
 * the newest page: 145 ms instead of 0.1 ms at 100,000 invoices.
 */
const statements = new Map<string, Statement>();

function listStatement(given: readonly Condition[], hasStatus: boolean): Statement {
  const name = ['list_invoices_by', ...given, ...(hasStatus ? ['statuses'] : [])].join('_');
  const known = statements.get(name);
  if (known) return known;
  const created = statement(name, hasStatus ? pageOfStatuses(given) : pageOf(given, []));
  statements.set(name, created);
  return created;
}

/** Reads at most one page per status, newest first, and merges them. */
function pageOfStatuses(given: readonly Condition[]): string {
  return `select i.* from unnest($${given.length + 4}::text[]) as wanted (status)
   cross join lateral (${pageOf(given, ['i.status = wanted.status'])}) as i
   order by invoice_id desc limit $3`;
}

function pageOf(given: readonly Condition[], more: readonly string[]): string {
  const conditions = [...given.map((name, at) => CONDITIONS[name](`$${at + 4}`)), ...more];
  return `select ${COLUMNS} from invoices i
   where i.organization_id = $1 and i.invoice_id < $2 ${conditions.map((one) => `and ${one}`).join(' ')}
   order by i.invoice_id desc limit $3`;
}

/** The newest invoices that match the filters and are older than the given one. */
export function listInvoiceRows(
  tx: Tx,
  filters: InvoiceFilters,
  today: string,
  before: string | null,
  limit: number,
): Promise<InvoiceRow[]> {
  const { statuses, overdue, jobId, customerId, lifecycleNumber } = filters;
  const wanted: [Condition, string | null][] = [
    ['job', jobId],
    ['customer', customerId],
    ['number', lifecycleNumber],
    ['overdue', overdue === true ? today : null],
    ['notOverdue', overdue === false ? today : null],
  ];
  const conditions = wanted.filter(([, value]) => value !== null);
  const given = conditions.map(([name]) => name);
  const start = [tx.organizationId, before ?? LAST_UUID, limit];
  const values = [...start, ...conditions.map(([, value]) => value)];
  if (statuses === null) return tx.query(listStatement(given, false), values);
  return tx.query(listStatement(given, true), [...values, statuses]);
}
