import { keysOf } from '../keys-of.ts';
import { rowFinder } from './found-row.ts';
import { type Statement, statement } from './statement.ts';
import type { Tx } from './transaction.ts';

/**
 * What a column is: the `key` that, with the organization, a row is known by; `fixed` for what is written
 * once; `value` for what changes; `json` for what is kept as JSON.
 */
export type ColumnKind = 'key' | 'fixed' | 'value' | 'json' | 'fixed_json';

export interface Table<Row> {
  /** The columns of a row, for a select written by hand: `lead_id, name`. */
  readonly columns: string;
  /** The same of an alias: `l.lead_id, l.name`. */
  columnsOf(alias: string): string;
  /** Refused by the constraints of the table. */
  insert(tx: Tx, row: Row): Promise<unknown>;
  /** Writes every column that is not fixed. */
  update(tx: Tx, row: Row): Promise<unknown>;
  /** Finds, or locks until the end of the transaction, one row by its key; refuses one that is not there. */
  byKey(resource: string): KeyedQueries<Row>;
  /** The newest twenty rows that have one of the values in the column. */
  newestOf(column: keyof Row & string, type: 'text' | 'uuid'): NewestRows<Row>;
}

/** Null stands for what is no id of such a resource, and is as unknown as any other. */
export interface KeyedQueries<Row> {
  find(tx: Tx, id: string | null): Promise<Row>;
  findOrNull(tx: Tx, id: string | null): Promise<Row | null>;
  lock(tx: Tx, id: string | null): Promise<Row>;
}

export type NewestRows<Row> = (tx: Tx, values: readonly string[]) => Promise<Row[]>;

/**
 * A tenant table whose insert and update are derived from its columns, each of which is a member of the row:
 * a column that is added to the row and not to the list does not compile. Other selects are written by hand.
 * `computed` columns are written with every insert and update, and not part of the row.
 */
export function table<Row extends object>(
  name: string,
  kinds: { readonly [Column in keyof Row & string]: ColumnKind },
  computed: { readonly [column: string]: (row: Row) => unknown } = {},
): Table<Row> {
  const columns: (keyof Row & string)[] = keysOf(kinds);
  const key = columns.filter((column) => kinds[column] === 'key');
  const changing = columns.filter(
    (column) => kinds[column] === 'value' || kinds[column] === 'json',
  );
  const written = (row: Row, column: keyof Row & string): unknown => {
    const value = row[column];
    return kinds[column].endsWith('json') && value !== null ? JSON.stringify(value) : value;
  };
  const computedValues = (row: Row) => Object.values(computed).map((compute) => compute(row));
  const extra = Object.keys(computed);
  const inserted = insertStatement(name, [...columns, ...extra]);
  const updated = updateStatement(name, key, [...changing, ...extra]);
  const values = (tx: Tx, row: Row, names: readonly (keyof Row & string)[]) => [
    tx.organizationId,
    ...names.map((column) => written(row, column)),
    ...computedValues(row),
  ];
  return {
    columns: columns.join(', '),
    columnsOf: (alias) => columns.map((column) => `${alias}.${column}`).join(', '),
    insert: (tx, row) => tx.query(inserted, values(tx, row, columns)),
    update: (tx, row) => tx.query(updated, values(tx, row, [...key, ...changing])),
    byKey(resource) {
      const [found, locked] = keyedStatements(name, onlyKey(name, key), columns);
      return {
        find: rowFinder(found, resource),
        findOrNull: async (tx, id) =>
          (await tx.query<Row>(found, [tx.organizationId, id]))[0] ?? null,
        lock: rowFinder(locked, resource),
      };
    },
    newestOf(column, type) {
      const newest = newestStatement(name, { key: onlyKey(name, key), columns, column, type });
      return (tx, wanted) => tx.query(newest, [tx.organizationId, wanted]);
    },
  };
}

function onlyKey(name: string, [key, ...others]: readonly string[]): string {
  if (key === undefined || others.length > 0) throw new Error(`${name} has no key of one column`);
  return key;
}

function keyedStatements(
  name: string,
  key: string,
  columns: readonly string[],
): [found: Statement, locked: Statement] {
  const select = `select ${columns.join(', ')} from ${name} where organization_id = $1 and ${key} = $2`;
  return [
    statement(`find_${name}`, select),
    statement(`lock_${name}`, `${select} for no key update`),
  ];
}

/** Twenty of each value at the most are read: all values of a sort could be a customer's of many years. */
function newestStatement(
  name: string,
  of: { key: string; columns: readonly string[]; column: string; type: string },
): Statement {
  const newest = `order by ${of.key} desc limit 20`;
  return statement(
    `list_newest_${name}`,
    `select found.* from unnest($2::${of.type}[]) as wanted (value)
     cross join lateral (
       select ${of.columns.join(', ')} from ${name}
       where organization_id = $1 and ${of.column} = wanted.value ${newest}
     ) as found
     ${newest}`,
  );
}

function insertStatement(name: string, columns: readonly string[]): Statement {
  return statement(
    `insert_${name}`,
    `insert into ${name} (organization_id, ${columns.join(', ')})
     values ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')})`,
  );
}

function updateStatement(
  name: string,
  key: readonly string[],
  columns: readonly string[],
): Statement {
  const isRow = ['organization_id', ...key].map((column, index) => `${column} = $${index + 1}`);
  const set = columns.map((column, index) => `${column} = $${key.length + index + 2}`);
  return statement(
    `update_${name}`,
    `update ${name} set ${set.join(', ')} where ${isRow.join(' and ')}`,
  );
}
