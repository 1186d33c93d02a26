import { keysOf } from '../keys-of.ts';
import { LAST_UUID } from '../paging.ts';
import { type Statement, statement } from './statement.ts';
import type { Tx } from './transaction.ts';

/** A list of rows with a status, newest first, that can be filtered. */
interface FilteredList<Filter extends string> {
  /** How the names of its statements start. */
  name: string;
  /** What is selected: `j.* from jobs j`. */
  select: string;
  alias: string;
  /** The column that it is ordered by. */
  id: string;
  /** Every filter except status, as a condition on its parameter. */
  conditions: { readonly [Name in Filter]: (parameter: string) => string };
  /** A condition of every page. Its parameters start at $4. */
  always?: { condition: string; parameters: number };
  /** Adds values of other tables to a page. */
  join?(page: string): string;
}

/** The part of a list that is wanted. A filter that is null is not used. */
interface Wanted<Filter extends string> {
  filters: { readonly [Name in Filter]: unknown };
  statuses: readonly string[] | null;
  /** The values of the condition of every page. */
  always?: readonly unknown[];
  before: string | null;
  limit: number;
}

/**
 * One statement per combination of filters, with only the conditions in use. With an optional condition, such as
 * `$5 is null or …`, the generic plan expects almost no rows, so it reads and sorts all rows instead of the newest page:
 * 145 ms instead of 0.1 ms at 100,000 invoices.
 */
export function filteredList<Row, Filter extends string>(list: FilteredList<Filter>) {
  const names = keysOf(list.conditions);
  const statements = new Map<string, Statement>();
  return (tx: Tx, { filters, statuses, always = [], before, limit }: Wanted<Filter>) => {
    const given = names.filter((name) => filters[name] !== null);
    const used = [...given, ...(statuses === null ? [] : ['statuses'])];
    const key = [`${list.name}_by`, ...used].join('_');
    let found = statements.get(key);
    if (found === undefined) {
      const page = statuses === null ? pageOf(list, given) : pageOfStatuses(list, given);
      found = statement(key, list.join?.(page) ?? page);
      statements.set(key, found);
    }
    const start = [tx.organizationId, before ?? LAST_UUID, limit, ...always];
    const values = [...start, ...given.map((name) => filters[name])];
    return tx.query<Row>(found, statuses === null ? values : [...values, statuses]);
  };
}

function pageOf<Filter extends string>(
  list: FilteredList<Filter>,
  given: readonly Filter[],
  ...more: string[]
): string {
  const { select, alias, id, always } = list;
  const conditions = [
    `${alias}.organization_id = $1 and ${alias}.${id} < $2`,
    ...(always === undefined ? [] : [always.condition]),
    ...given.map((name, at) => list.conditions[name](`$${firstParameter(list) + at}`)),
    ...more,
  ];
  return `select ${select} where ${conditions.join(' and ')} order by ${alias}.${id} desc limit $3`;
}

/** Reads at most one page per status, newest first, and merges them. */
function pageOfStatuses<Filter extends string>(
  list: FilteredList<Filter>,
  given: readonly Filter[],
): string {
  const { alias, id } = list;
  return `select ${alias}.* from unnest($${firstParameter(list) + given.length}::text[]) as wanted (status)
   cross join lateral (${pageOf(list, given, `${alias}.status = wanted.status`)}) as ${alias}
   order by ${alias}.${id} desc limit $3`;
}

function firstParameter({ always }: FilteredList<string>): number {
  return 4 + (always?.parameters ?? 0);
}
