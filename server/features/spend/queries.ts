import { foundRow } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Spend } from './schemas.ts';

export interface SpendRow {
  source: string;
  spent_on: string;
  amount: number;
  currency: string;
  created_at: Date;
  updated_at: Date;
}

export interface ChangedSpend extends SpendRow {
  previous_amount: number | null;
  previous_currency: string | null;
}

export interface GivenSpend {
  source: string;
  date: string;
  amount: number;
  currency: string;
}

const set = statement('set_spend', 'select * from set_spend($1, $2, $3, $4, $5, $6)');

/** Those that are new or other than before. */
export function setSpendRows(tx: Tx, given: readonly GivenSpend[]): Promise<ChangedSpend[]> {
  return tx.query(set, [
    tx.organizationId,
    given.map(({ source }) => source),
    given.map(({ date }) => date),
    given.map(({ amount }) => amount),
    given.map(({ currency }) => currency),
    tx.now,
  ]);
}

const COLUMNS = 'source, spent_on, amount, currency, created_at, updated_at';

const find = statement(
  'find_spend',
  `select ${COLUMNS} from spend where organization_id = $1 and source = $2 and spent_on = $3`,
);

export function findSpend(tx: Tx, source: string, date: string): Promise<SpendRow> {
  return foundRow(tx.query<SpendRow>(find, [tx.organizationId, source, date]), 'spend');
}

const list = statement(
  'list_spend',
  `select ${COLUMNS} from spend
   where organization_id = $1 and spent_on between $2 and $3 and (spent_on, source) < ($4, $5 collate "C")
   order by spent_on desc, source desc limit $6`,
);
const listOfSource = statement(
  'list_spend_of_source',
  `select ${COLUMNS} from spend
   where organization_id = $1 and source = $7 and spent_on between $2 and $3 and (spent_on, source) < ($4, $5 collate "C")
   order by spent_on desc limit $6`,
);

export interface SpendFilters {
  source: string | null;
  from: string;
  to: string;
}

/** The newest days first, after the given one. */
export function listSpendRows(
  tx: Tx,
  { source, from, to }: SpendFilters,
  [date, lastSource]: readonly [string, string],
  limit: number,
): Promise<SpendRow[]> {
  const values = [tx.organizationId, stored(from), stored(to), date, lastSource, limit];
  return source === null ? tx.query(list, values) : tx.query(listOfSource, [...values, source]);
}

export interface SpendSum {
  source: string;
  currency: string;
  amount: number;
}

const sums = statement(
  'sum_spend',
  `select source, currency, sum(amount)::bigint as amount from spend
   where organization_id = $1 and spent_on between $2 and $3 group by source, currency`,
);

/** What was spent on each source from the first to the last day, each currency by itself. */
export function sumSpend(tx: Tx, from: string, to: string): Promise<SpendSum[]> {
  return tx.query(sums, [tx.organizationId, stored(from), stored(to)]);
}

/** The database has no year 0, and nothing is stored before it. */
function stored(day: string): string {
  return day < '0001-01-01' ? '0001-01-01' : day;
}

export function toSpend(row: SpendRow): Spend {
  return {
    source: row.source,
    date: row.spent_on,
    amount: row.amount,
    currency: row.currency,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
