import pg from 'pg';
import type { ConnectionSettings } from '../platform/database/database.ts';

export interface Copy {
  /** The source database; nothing writes to it any more. */
  from: ConnectionSettings;
  /** The target database, with the same version, as the owner of its tables. */
  to: ConnectionSettings;
  organizationId: string;
  /** Tasks that were done without the queue: due ones are not queued again. */
  tasksDone: readonly string[];
  /** What else happens in the transaction that writes the copy. */
  alongside(client: pg.Client): Promise<void>;
}

/**
 * Copies an organization with everything that belongs to it, in one transaction: others see all of it or nothing.
 * The tables are read from the database catalog, so a new one cannot be forgotten.
 */
export async function copyOrganization(copy: Copy): Promise<void> {
  const { organizationId, tasksDone } = copy;
  const [tables, tasks, accounts] = await connected(copy.from, async (client) => [
    await readTables(client, organizationId),
    await readTasks(client, organizationId, tasksDone),
    await readAccounts(client, organizationId),
  ]);
  await connected(copy.to, async (client) => {
    await client.query('begin');
    // Row-level security also applies to the owner.
    await client.query("select set_config('app.organization_id', $1, true)", [organizationId]);
    const known = await insertAccounts(client, accounts);
    await client.query(
      insertInto(tables),
      tables.map(({ rows }) => withAccounts(rows, known)),
    );
    await client.query(ENQUEUE, [tasks, organizationId]);
    await copy.alongside(client);
    await client.query('commit');
  });
}

async function connected<T>(
  settings: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...settings, application_name: 'throughline demo' });
  // When a connection breaks, its statement fails; without a listener the error would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Table {
  name: string;
  columns: { name: string; type: string; keyPosition: number | null }[];
}

/** A table with the organization's rows: a JSON array of objects whose values are all text or null. */
type FilledTable = Table & { rows: string };

/** Copies of other rows: inserting those writes them. */
const WRITTEN_BY_TRIGGERS = ['appointment_people'];

async function readTables(client: pg.Client, organizationId: string): Promise<FilledTable[]> {
  const { rows: tables } = await client.query<Table>(TENANT_TABLES);
  const filled: FilledTable[] = [];
  for (const table of tables) {
    if (WRITTEN_BY_TRIGGERS.includes(table.name)) continue;
    const { rows } = await client.query(select(table), [organizationId]);
    if (rows[0].rows !== null) filled.push({ ...table, rows: rows[0].rows });
  }
  return filled;
}

/** Without generated columns, which are computed again. */
const TENANT_TABLES = `
  select c.relname as name, json_agg(json_build_object(
    'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
    'keyPosition', array_position(i.indkey::smallint[], a.attnum)) order by a.attnum) as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  group by c.oid
  having bool_or(a.attname = 'organization_id')
  order by c.relname`;

const quoted = pg.escapeIdentifier;

/** Every value as text, which every type can be restored from exactly: JSON would lose a JSON null. */
function select({ name, columns }: Table): string {
  const values = columns.map((column) => `t.${quoted(column.name)}::text`);
  const key = columns
    .filter(({ keyPosition }) => keyPosition !== null)
    .sort((a, b) => Number(a.keyPosition) - Number(b.keyPosition))
    .map((column) => `t.${quoted(column.name)}`);
  return `
    select json_agg(r)::text as rows from (
      select ${values.join(', ')} from ${quoted(name)} as t
      where t.organization_id = $1 order by ${key.join(', ')}
    ) as r`;
}

/**
 * One statement for all tables. Foreign keys are checked at the end of a statement, so the order of the tables does
 * not matter, and they can refer to each other, as leads and customers do.
 */
function insertInto(tables: readonly Table[]): string {
  const inserts = tables.map(({ name, columns }, index) => {
    const names = columns.map((column) => quoted(column.name));
    const read = names.map((column) => `${column} text`);
    const values = columns.map((column) => `r.${quoted(column.name)}::${column.type}`);
    return `${quoted(`into_${name}`)} as (
      insert into ${quoted(name)} (${names.join(', ')}) overriding system value
      select ${values.join(', ')} from json_to_recordset($${index + 1}::json) as r (${read.join(', ')}))`;
  });
  return `with ${inserts.join(', ')} select`;
}

/** The accounts of its users, which belong to no organization. */
async function readAccounts(client: pg.Client, organizationId: string): Promise<string> {
  const { rows } = await client.query(
    `select coalesce(json_agg(a), '[]')::text as accounts from accounts a
     where account_id in (select account_id from users where organization_id = $1)`,
    [organizationId],
  );
  return rows[0].accounts;
}

/** An account that was copied, and the one that its person already has in the target. */
interface KnownAccount {
  copied: string;
  known: string;
}

/** An address has one account: a person who owns an earlier copy also owns this one. Returns those accounts. */
async function insertAccounts(client: pg.Client, accounts: string): Promise<KnownAccount[]> {
  await client.query(INSERT_ACCOUNTS, [accounts]);
  const { rows } = await client.query<KnownAccount>(KNOWN_ACCOUNTS, [accounts]);
  return rows;
}

function withAccounts(rows: string, accounts: readonly KnownAccount[]): string {
  return accounts.reduce((text, { copied, known }) => text.replaceAll(copied, known), rows);
}

const INSERT_ACCOUNTS = `
  insert into accounts select r.* from json_populate_recordset(null::accounts, $1::json) as r
  on conflict do nothing`;

const KNOWN_ACCOUNTS = `
  select r.account_id as copied, a.account_id as known
  from json_populate_recordset(null::accounts, $1::json) as r
  join accounts a on lower(a.email) = lower(r.email) and a.account_id <> r.account_id`;

/** Tasks that are still to be done, such as the end of a warranty in ten years. */
async function readTasks(
  client: pg.Client,
  organizationId: string,
  tasksDone: readonly string[],
): Promise<string> {
  const { rows } = await client.query(
    `select coalesce(json_agg(json_build_object('name', name, 'data', data, 'start_after', start_after,
       'singleton_key', singleton_key, 'group_id', group_id)), '[]')::text as tasks
     from pgboss.job
     where data->>'organization_id' = $1 and state < 'active'
       and (start_after > now() or name <> all ($2))`,
    [organizationId, tasksDone],
  );
  return rows[0].tasks;
}

const ENQUEUE = `
  select enqueue_task($2, name, data, start_after, singleton_key, group_id)
  from json_to_recordset($1::json)
    as r (name text, data jsonb, start_after timestamptz, singleton_key text, group_id text)`;
