import { keysOf } from '../keys-of.ts';
import { LAST_UUID, type RowsBefore } from '../paging.ts';
import { rowFinder } from './found-row.ts';
import { type Sharing, type Statement, statement } from './statement.ts';
import type { Tx } from './transaction.ts';

/**
 * The kind of a column: `key` identifies a row together with the organization; `fixed` is written once; `value`
 * can change; `json` is stored as JSON. An expression in SQL is computed by every select and never written.
 */
export type ColumnKind = 'key' | 'fixed' | 'value' | 'json' | 'fixed_json' | { sql: string };

export interface Table<Row> {
  /** The columns of a row, for a select written by hand: `lead_id, name`. */
  readonly columns: string;
  /** The stored columns with an alias: `l.lead_id, l.name`. */
  columnsOf(alias: string): string;
  /** Rejects if a constraint of the table is violated. */
  insert(tx: Tx, row: Row): Promise<unknown>;
  /** Writes every column that is not fixed. */
  update(tx: Tx, row: Row): Promise<unknown>;
  /** Finds one row by its key, or locks it until the end of the transaction; throws 404 if it does not exist. */
  byKey(resource: string): KeyedQueries<Row>;
  /** Reads a page of the rows that match `where`, newest first. */
  newestFirst(where?: string): RowsBefore<Row>;
  /** The newest twenty rows with one of the values in the column. */
  newestOf(column: keyof Row & string, type: 'text' | 'uuid'): NewestRows<Row>;
}

/** Null means that the given text is not an id of such a resource; it is treated as an unknown id. */
export interface KeyedQueries<Row> {
  find(tx: Tx, id: string | null): Promise<Row>;
  findOrNull(tx: Tx, id: string | null): Promise<Row | null>;
  lock(tx: Tx, id: string | null): Promise<Row>;
}

export interface TableOptions {
  /**
   * Updates in a shared transaction are sent together, and only the last one of a row. Every row is locked before, no
   * caller awaits the update, and no column is binary.
   */
  updatesManyRows?: true;
}

export type NewestRows<Row> = (tx: Tx, values: readonly string[]) => Promise<Row[]>;

/**
 * A tenant table whose insert and update are derived from its columns. Each column is a member of the row:
 * a member that is missing in the list does not compile. Other selects are written by hand. `computed` columns
 * are written with every insert and update and are not part of the row.
 */
export function table<Row extends object>(
  name: string,
  kinds: { readonly [Column in keyof Row & string]: ColumnKind },
  computed: { readonly [column: string]: (row: Row) => unknown } = {},
  options: TableOptions = {},
): Table<Row> {
  const all: (keyof Row & string)[] = keysOf(kinds);
  const columns = all.filter((column) => typeof kinds[column] === 'string');
  const selected = all.map((column) => selectedAs(column, kinds[column])).join(', ');
  const key = columns.filter((column) => kinds[column] === 'key');
  const changing = columns.filter(
    (column) => kinds[column] === 'value' || kinds[column] === 'json',
  );
  const written = (row: Row, column: keyof Row & string): unknown => {
    const value = row[column];
    return String(kinds[column]).endsWith('json') && value !== null ? JSON.stringify(value) : value;
  };
  const computedValues = (row: Row) => Object.values(computed).map((compute) => compute(row));
  const extra = Object.keys(computed);
  const inserted = insertStatement(name, [...columns, ...extra]);
  const isJson = (column: string) => kinds[column as keyof typeof kinds] === 'json';
  const updated = options.updatesManyRows
    ? updateManyStatement(name, onlyKey(name, key), [...changing, ...extra], isJson)
    : updateStatement(name, key, [...changing, ...extra]);
  const values = (tx: Tx, row: Row, names: readonly (keyof Row & string)[]) => [
    tx.organizationId,
    ...names.map((column) => written(row, column)),
    ...computedValues(row),
  ];
  return {
    columns: selected,
    columnsOf: (alias) => columns.map((column) => `${alias}.${column}`).join(', '),
    insert: (tx, row) => tx.query(inserted, values(tx, row, columns)),
    update: (tx, row) => tx.query(updated, values(tx, row, [...key, ...changing])),
    byKey(resource) {
      // An expression can depend on other tables.
      const tables = all.length === columns.length ? [name] : undefined;
      const [found, locked] = keyedStatements(name, onlyKey(name, key), selected, tables);
      return {
        find: rowFinder(found, resource),
        findOrNull: async (tx, id) =>
          (await tx.query<Row>(found, [tx.organizationId, id]))[0] ?? null,
        lock: rowFinder(locked, resource),
      };
    },
    newestFirst(where) {
      const id = onlyKey(name, key);
      return rowsBefore(`list_${name}`, `${selected} from ${name}`, id, where);
    },
    newestOf(column, type) {
      const of = { key: onlyKey(name, key), columns: selected, column, type };
      const newest = newestStatement(name, of);
      return (tx, wanted) => tx.query(newest, [tx.organizationId, wanted]);
    },
  };
}

function selectedAs(column: string, kind: ColumnKind): string {
  return typeof kind === 'string' ? column : `${kind.sql} as ${column}`;
}

function onlyKey(name: string, [key, ...others]: readonly string[]): string {
  if (key === undefined || others.length > 0) throw new Error(`${name} has no single-column key`);
  return key;
}

function keyedStatements(
  name: string,
  key: string,
  columns: string,
  tables: readonly string[] | undefined,
): [found: Statement, locked: Statement] {
  const select = `select ${columns} from ${name} where organization_id = $1 and ${key}`;
  const many = (statement: Statement): Sharing => ({
    many: { statement, values: (all) => [all.map(([, id]) => id)], by: [key, 1] },
    ...(tables && { tables }),
  });
  const finds = statement(`find_many_${name}`, `${select} = any ($2)`);
  // In the same order everywhere, so that two transactions do not wait for each other.
  const locks = statement(
    `lock_many_${name}`,
    `${select} = any ($2) order by ${key} for no key update`,
  );
  return [
    statement(`find_${name}`, `${select} = $2`, many(finds)),
    statement(`lock_${name}`, `${select} = $2 for no key update`, many(locks)),
  ];
}

/** The same for a select of more than one table; its parameters are the organization, the id and the limit. */
export function rowsBefore<Row>(
  name: string,
  selected: string,
  id: string,
  where?: string,
): RowsBefore<Row> {
  const page = statement(
    name,
    `select ${selected} where organization_id = $1 and ${id} < $2${where === undefined ? '' : ` and ${where}`}
     order by ${id} desc limit $3`,
  );
  return (tx, before, limit) => tx.query(page, [tx.organizationId, before ?? LAST_UUID, limit]);
}

/** Reads at most twenty rows per value: sorting all of them could read many years of a customer's rows. */
function newestStatement(
  name: string,
  of: { key: string; columns: string; column: string; type: string },
): Statement {
  const newest = `order by ${of.key} desc limit 20`;
  return statement(
    `list_newest_${name}`,
    `select found.* from unnest($2::${of.type}[]) as wanted (value)
     cross join lateral (
       select ${of.columns} from ${name}
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

/** The same, with a form for many rows. Its types are those of the table. */
function updateManyStatement(
  name: string,
  key: string,
  columns: readonly string[],
  isJson: (column: string) => boolean,
): Statement {
  const { name: nameOfOne, text } = updateStatement(name, [key], columns);
  const many = statement(
    `update_many_${name}`,
    `update ${name} as row set ${columns.map((column) => `${column} = made.${column}`).join(', ')}
     from jsonb_populate_recordset(null::${name}, $2) as made
     where row.organization_id = $1 and row.${key} = made.${key}`,
  );
  const names = [key, ...columns];
  const toJson = ([, ...values]: readonly unknown[]) => {
    const members = names.map((column, index) => {
      const value = values[index];
      return `"${column}":${isJson(column) && value !== null ? value : JSON.stringify(value)}`;
    });
    return `{${members.join()}}`;
  };
  return statement(nameOfOne, text, {
    many: { statement: many, values: (all) => [`[${all.map(toJson).join()}]`] },
    replaces: { table: name, key: 1 },
  });
}
