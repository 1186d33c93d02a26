import { type Statement, statement } from '../../platform/database/statement.ts';
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
  /** From the first moment to before the last; null without a limit. */
  sentFrom: Date | null;
  sentBefore: Date | null;
}

/** A filter in use: its value, and its condition on the parameter with the value. */
export interface Condition {
  /** For the name of the statement, which is short also with all filters. */
  code: string;
  value: unknown;
  sql(parameter: string): string;
}

/**
 * The statements of a list, one for each set of filters in use. The values of the filters come after the others: the
 * first of them is the parameter with the given number.
 */
export function statementsOf(
  name: string,
  firstParameter: number,
  sqlOf: (conditions: string) => string,
): (conditions: readonly Condition[]) => Statement {
  const statements = new Map<string, Statement>();
  return (conditions) => {
    const fullName = [name, ...conditions.map(({ code }) => code)].join('_');
    const where = conditions.map(({ sql }, index) => `and ${sql(`$${firstParameter + index}`)}`);
    const found = statements.get(fullName) ?? statement(fullName, sqlOf(where.join(' ')));
    statements.set(fullName, found);
    return found;
  };
}

/** For lists that are sorted by another column than the id. */
export function conditionsOf(filters: InvoiceFilters, today: string): Condition[] {
  const { jobId, customerId, lifecycleNumber, number, overdue } = filters;
  return used([
    { code: 'jb', value: jobId, sql: (id) => `i.job_id = ${id}` },
    { code: 'cu', value: customerId, sql: (id) => `i.customer_id = ${id}` },
    { code: 'nr', value: lifecycleNumber, sql: (number) => `i.lifecycle_number = ${number}` },
    { code: 'in', value: number, sql: (given) => `i.number = ${given}` },
    { code: 'od', value: overdue === true ? today : null, sql: isOverdueOn },
    {
      code: 'no',
      value: overdue === false ? today : null,
      sql: (day) => `not ${isOverdueOn(day)}`,
    },
  ]);
}

const LEAD_SOURCE = sourceOfLead('i.lifecycle_number');
const ASSIGNEE = assigneeOfJob('i.job_id');

export function sentConditionsOf(filters: SentFilters, today: string): Condition[] {
  const { statuses, currency, source, assignedTo, unassigned, sentFrom, sentBefore } = filters;
  return [
    ...conditionsOf(filters, today),
    ...used([
      { code: 'st', value: statuses, sql: (some) => `i.status = any (${some}::text[])` },
      { code: 'cy', value: currency, sql: (code) => `i.currency = ${code}` },
      { code: 'so', value: source, sql: (one) => `${LEAD_SOURCE} = ${one}` },
      { code: 'as', value: assignedTo, sql: (id) => `${ASSIGNEE} = ${id}` },
      {
        code: 'un',
        value: unassigned,
        sql: (is) => `(${ASSIGNEE} is null) = ${is}`,
      },
      { code: 'sf', value: sentFrom, sql: (time) => `i.sent_at >= ${time}` },
      { code: 'sb', value: sentBefore, sql: (time) => `i.sent_at < ${time}` },
    ]),
  ];
}

function used(conditions: readonly Condition[]): Condition[] {
  return conditions.filter(({ value }) => value !== null);
}
