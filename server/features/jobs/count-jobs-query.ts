import { type Statement, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { STATUSES, type Status } from './job.ts';
import type { JobFilters } from './list-jobs-query.ts';

export interface JobCountRow {
  status: Status;
  currency: string | null;
  count: number;
  amount: number | null;
}

type CountFilters = Omit<JobFilters, 'statuses' | 'search'>;

const COLUMNS = {
  customerId: 'customer_id',
  lifecycleNumber: 'lifecycle_number',
  assignedTo: 'assigned_to',
} as const satisfies Record<keyof CountFilters, string>;
const FILTERS = ['customerId', 'lifecycleNumber', 'assignedTo'] as const;

const statements = new Map<string, Statement>();

/**
 * One statement per combination of filters, as for the list. Each status is a range of its own, because for all of them at once
 * the planner read the jobs themselves instead of the index that has it all.
 */
function statementFor(given: readonly (keyof CountFilters)[]): Statement {
  const name = ['count_jobs', ...given.map((filter) => COLUMNS[filter])].join('_by_');
  const conditions = given.map((filter, index) => ` and ${COLUMNS[filter]} = $${index + 3}`);
  const found =
    statements.get(name) ??
    statement(
      name,
      `select wanted.status, j.* from unnest($2::text[]) as wanted (status)
       cross join lateral (
         select contract_currency as currency, count(*) as count, sum(contract_amount)::bigint as amount
         from jobs where organization_id = $1 and status = wanted.status${conditions.join('')}
         group by contract_currency order by contract_currency
       ) as j`,
    );
  statements.set(name, found);
  return found;
}

/** One snapshot: a job that changes its status meanwhile is counted exactly once. */
export function countJobRows(tx: Tx, filters: CountFilters): Promise<JobCountRow[]> {
  const given = FILTERS.filter((filter) => filters[filter] !== null);
  const values = given.map((filter) => filters[filter]);
  return tx.query(statementFor(given), [tx.organizationId, STATUSES, ...values]);
}
