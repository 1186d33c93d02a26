import { joinFound, type Search } from '../../domain/search.ts';
import { type Statement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { Status } from './job.ts';
import type { FullJob } from './job-row.ts';
import { FULL_COLUMNS, RELATED_JOINS } from './queries.ts';

export interface JobFilters {
  statuses: readonly Status[] | null;
  customerId: string | null;
  lifecycleNumber: string | null;
  assignedTo: string | null;
  search: Search | null;
}

/** Reads the page from its index first, and then joins the values from other tables. */
const list = (name: string, page: string) =>
  statement(
    name,
    `select ${FULL_COLUMNS} from (${page}) as j ${RELATED_JOINS} order by j.job_id desc`,
  );

/** The filters that decide which index is used. */
const INDEXED_FILTERS = ['customer', 'number', 'assignee'] as const;
type IndexedFilter = (typeof INDEXED_FILTERS)[number];
const COLUMN_OF: Record<IndexedFilter, string> = {
  customer: 'j.customer_id',
  number: 'j.lifecycle_number',
  assignee: 'j.assigned_to',
};

/**
 * One statement per combination of filters, with only the conditions in use. With an optional condition, such
 * as `$5 is null or …`, the generic plan expects almost no rows, so it reads and sorts all jobs instead of the
 * newest page: 131 ms instead of 2 ms at 100,000 jobs.
 */
const statements = new Map<string, Statement>();

function listStatement(given: readonly IndexedFilter[], hasStatus: boolean): Statement {
  const name = ['list_jobs_by', ...given, ...(hasStatus ? ['statuses'] : [])].join('_');
  const known = statements.get(name);
  if (known) return known;
  const created = list(name, hasStatus ? pageOfStatuses(given) : pageOf(given, []));
  statements.set(name, created);
  return created;
}

/** Reads at most one page per status, newest first, and merges them. */
function pageOfStatuses(given: readonly IndexedFilter[]): string {
  return `select j.* from unnest($${given.length + 4}::text[]) as wanted (status)
   cross join lateral (${pageOf(given, ['j.status = wanted.status'])}) as j
   order by j.job_id desc limit $3`;
}

function pageOf(given: readonly IndexedFilter[], more: readonly string[]): string {
  const conditions = [...given.map((name, at) => `${COLUMN_OF[name]} = $${at + 4}`), ...more];
  return `select * from jobs j
     where j.organization_id = $1 and j.job_id < $2 ${conditions.map((one) => `and ${one}`).join(' ')}
     order by j.job_id desc limit $3`;
}

/** A search looks up jobs one by one, so optional conditions do no harm and one statement serves all filters. */
const MATCHES_FILTERS = `j.job_id < $2
    and ($4::text[] is null or j.status = any ($4))
    and ($5::uuid is null or j.customer_id = $5)
    and ($6::text is null or j.lifecycle_number = $6)
    and ($7::uuid is null or j.assigned_to = $7)`;

/** Same plan as search_leads. The current words of the customer are compared. */
const searchedByKey = list(
  'search_jobs',
  `select j.* from contact_keys k
   cross join lateral (
     select j.* from jobs j
     cross join lateral (
       select search_text from customers
       where organization_id = $1 and customer_id = j.customer_id limit 1
     ) as c
     where j.organization_id = $1 and j.job_id = k.contact_id
       and j.search_text || c.search_text like all ($9) and ${MATCHES_FILTERS}
     limit 1
   ) as j
   where k.organization_id = $1 and k.key = $8 and k.contact_id < $2
   order by k.contact_id desc limit $3`,
);
const searchedByNumber = list(
  'search_jobs_by_number',
  `select j.* from unnest($8::text[]) as typed (number)
   cross join lateral (
     select * from jobs j
     where j.organization_id = $1 and j.lifecycle_number = typed.number and ${MATCHES_FILTERS}
     order by j.job_id desc limit $3
   ) as j
   order by j.job_id desc limit $3`,
);

/** The newest jobs that match the filters and are older than the given one. */
export function listJobRows(
  tx: Tx,
  filters: JobFilters,
  before: string | null,
  limit: number,
): Promise<FullJob[]> {
  const { statuses, customerId, lifecycleNumber, assignedTo, search } = filters;
  const start = [tx.organizationId, before ?? LAST_UUID, limit];
  if (search === null) {
    const wanted = { customer: customerId, number: lifecycleNumber, assignee: assignedTo };
    const given = INDEXED_FILTERS.filter((name) => wanted[name] !== null);
    const values = [...start, ...given.map((name) => wanted[name])];
    if (statuses === null) return tx.query(listStatement(given, false), values);
    return tx.query(listStatement(given, true), [...values, statuses]);
  }
  const values = [...start, statuses, customerId, lifecycleNumber, assignedTo];
  return joinFound<FullJob>(search, limit, (row) => row.job_id, {
    byKey: (key, patterns) => tx.query(searchedByKey, [...values, key, patterns]),
    byNumbers: (numbers) => tx.query(searchedByNumber, [...values, numbers]),
  });
}
