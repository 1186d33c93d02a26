import { type Statement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import { joinFound, type Search } from '../leads/index.ts';
import type { Status } from './job.ts';
import { FULL_COLUMNS, type FullJob, SURROUNDINGS } from './queries.ts';

export interface JobFilters {
  statuses: readonly Status[] | null;
  customerId: string | null;
  lifecycleNumber: string | null;
  assignedTo: string | null;
  search: Search | null;
}

/** All filters but the leading one, which each statement has as a condition of its index. */
const FITS = `j.job_id < $2
    and ($4::text[] is null or j.status = any ($4))
    and ($5::uuid is null or j.customer_id = $5)
    and ($6::text is null or j.lifecycle_number = $6)
    and ($7::uuid is null or j.assigned_to = $7)`;

/** The page first, from its index, and then what it shows of others. */
const list = (name: string, page: string) =>
  statement(
    name,
    `select ${FULL_COLUMNS} from (${page}) as j ${SURROUNDINGS} order by j.job_id desc`,
  );
const ofOne = (name: string, leading: string) =>
  list(
    name,
    `select * from jobs j where j.organization_id = $1 and ${leading} and ${FITS}
     order by j.job_id desc limit $3`,
  );
const all = ofOne('list_jobs', 'true');
const ofCustomer = ofOne('list_jobs_of_customer', 'j.customer_id = $5');
const ofLifecycle = ofOne('list_jobs_of_lifecycle', 'j.lifecycle_number = $6');
const ofAssignee = ofOne('list_jobs_of_assignee', 'j.assigned_to = $7');

/** The newest of each status, at most a page of each, merged. */
const ofStatuses = list(
  'list_jobs_of_statuses',
  `select j.* from unnest($4::text[]) as wanted (status)
   cross join lateral (
     select * from jobs j where j.organization_id = $1 and j.status = wanted.status and ${FITS}
     order by j.job_id desc limit $3
   ) as j
   order by j.job_id desc limit $3`,
);

/** As search_leads does it; the words of the customer count as they are now. */
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
       and j.search_text || c.search_text like all ($9) and ${FITS}
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
     where j.organization_id = $1 and j.lifecycle_number = typed.number and ${FITS}
     order by j.job_id desc limit $3
   ) as j
   order by j.job_id desc limit $3`,
);

/** The newest jobs that pass the filters, from before the given one; by the most telling filter's index. */
export function listJobRows(
  tx: Tx,
  filters: JobFilters,
  before: string | null,
  limit: number,
): Promise<FullJob[]> {
  const values = [
    tx.organizationId,
    before ?? LAST_UUID,
    limit,
    filters.statuses,
    filters.customerId,
    filters.lifecycleNumber,
    filters.assignedTo,
  ];
  if (filters.search === null) return tx.query(mostTelling(filters), values);
  return joinFound<FullJob>(filters.search, limit, (row) => row.job_id, {
    byKey: (key, patterns) => tx.query(searchedByKey, [...values, key, patterns]),
    byNumbers: (numbers) => tx.query(searchedByNumber, [...values, numbers]),
  });
}

function mostTelling(filters: JobFilters): Statement {
  if (filters.customerId !== null) return ofCustomer;
  if (filters.lifecycleNumber !== null) return ofLifecycle;
  if (filters.assignedTo !== null) return ofAssignee;
  return filters.statuses === null ? all : ofStatuses;
}
