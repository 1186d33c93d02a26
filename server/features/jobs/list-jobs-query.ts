import { joinFound, type Search } from '../../domain/search.ts';
import { filteredList } from '../../platform/database/filtered-list.ts';
import { statement } from '../../platform/database/statement.ts';
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
const joined = (page: string) =>
  `select ${FULL_COLUMNS} from (${page}) as j ${RELATED_JOINS} order by j.job_id desc`;

const readPage = filteredList<FullJob, 'customer' | 'number' | 'assignee'>({
  name: 'list_jobs',
  select: '* from jobs j',
  alias: 'j',
  id: 'job_id',
  conditions: {
    customer: (id) => `j.customer_id = ${id}`,
    number: (number) => `j.lifecycle_number = ${number}`,
    assignee: (id) => `j.assigned_to = ${id}`,
  },
  join: joined,
});

/** A search looks up jobs one by one, so optional conditions do no harm and one statement serves all filters. */
const MATCHES_FILTERS = `j.job_id < $2
    and ($4::text[] is null or j.status = any ($4))
    and ($5::uuid is null or j.customer_id = $5)
    and ($6::text is null or j.lifecycle_number = $6)
    and ($7::uuid is null or j.assigned_to = $7)`;

/** Same plan as search_leads. The current words of the customer are compared. */
const searchedByKey = statement(
  'search_jobs',
  joined(`select j.* from contact_keys k
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
   order by k.contact_id desc limit $3`),
);
const searchedByNumber = statement(
  'search_jobs_by_number',
  joined(`select j.* from unnest($8::text[]) as typed (number)
   cross join lateral (
     select * from jobs j
     where j.organization_id = $1 and j.lifecycle_number = typed.number and ${MATCHES_FILTERS}
     order by j.job_id desc limit $3
   ) as j
   order by j.job_id desc limit $3`),
);

/** The jobs of the newest customers with these digits; of a thousand at most, which a longer part of the number avoids. */
const searchedByPhone = statement(
  'search_jobs_by_phone',
  joined(`select j.* from (
     select customer_id from customers
     where organization_id = $1 and merged_into is null and phone like any ($8)
     order by customer_id desc limit 1000
   ) as c
   cross join lateral (
     select * from jobs j
     where j.organization_id = $1 and j.customer_id = c.customer_id and ${MATCHES_FILTERS}
     order by j.job_id desc limit $3
   ) as j
   order by j.job_id desc limit $3`),
);

/** The newest jobs that match the filters and are older than the given one. */
export function listJobRows(
  tx: Tx,
  filters: JobFilters,
  before: string | null,
  limit: number,
): Promise<FullJob[]> {
  const { statuses, customerId, lifecycleNumber, assignedTo, search } = filters;
  if (search === null) {
    const wanted = { customer: customerId, number: lifecycleNumber, assignee: assignedTo };
    return readPage(tx, { filters: wanted, statuses, before, limit });
  }
  const start = [tx.organizationId, before ?? LAST_UUID, limit];
  const values = [...start, statuses, customerId, lifecycleNumber, assignedTo];
  return joinFound<FullJob>(search, limit, (row) => row.job_id, {
    byKey: (key, patterns) => tx.query(searchedByKey, [...values, key, patterns]),
    byNumbers: (numbers) => tx.query(searchedByNumber, [...values, numbers]),
    byPhone: (phones) => tx.query(searchedByPhone, [...values, phones]),
  });
}
