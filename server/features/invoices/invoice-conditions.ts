import { assigneeOfJob } from '../jobs/index.ts';
import { sourceOfLead } from '../leads/index.ts';
import { type InvoiceFilters, isOverdueOn } from './list-invoices-query.ts';

/** The filters of a list of sent invoices. */
export interface SentFilters extends InvoiceFilters {
  currency: string | null;
  /** The source of the lead. */
  source: string | null;
  /** The user that the job is assigned to. */
  assignedTo: string | null;
  unassigned: boolean | null;
}

/** A filter in use: its name, its value, and its condition on the parameter with the value. */
export interface Condition {
  name: string;
  value: unknown;
  sql(parameter: string): string;
}

/** For lists that are sorted by another column than the id. */
export function conditionsOf(filters: InvoiceFilters, today: string): Condition[] {
  const { jobId, customerId, lifecycleNumber, overdue } = filters;
  return used([
    { name: 'job', value: jobId, sql: (id) => `i.job_id = ${id}` },
    { name: 'customer', value: customerId, sql: (id) => `i.customer_id = ${id}` },
    { name: 'number', value: lifecycleNumber, sql: (number) => `i.lifecycle_number = ${number}` },
    { name: 'overdue', value: overdue === true ? today : null, sql: isOverdueOn },
    {
      name: 'not_overdue',
      value: overdue === false ? today : null,
      sql: (day) => `not ${isOverdueOn(day)}`,
    },
  ]);
}

const LEAD_SOURCE = sourceOfLead('i.lifecycle_number');
const ASSIGNEE = assigneeOfJob('i.job_id');

export function sentConditionsOf(filters: SentFilters, today: string): Condition[] {
  const { statuses, currency, source, assignedTo, unassigned } = filters;
  return [
    ...conditionsOf(filters, today),
    ...used([
      { name: 'statuses', value: statuses, sql: (some) => `i.status = any (${some}::text[])` },
      { name: 'currency', value: currency, sql: (code) => `i.currency = ${code}` },
      { name: 'source', value: source, sql: (one) => `${LEAD_SOURCE} = ${one}` },
      { name: 'assigned', value: assignedTo, sql: (id) => `${ASSIGNEE} = ${id}` },
      {
        name: 'unassigned',
        value: unassigned,
        sql: (is) => `(${ASSIGNEE} is null) = ${is}`,
      },
    ]),
  ];
}

function used(conditions: readonly Condition[]): Condition[] {
  return conditions.filter(({ value }) => value !== null);
}
