import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import type { ConnectionSettings } from './database.ts';

/** What the schema does not tell about its place on a Citus cluster. */
export interface Distribution {
  /** Tables of which every node has a copy. */
  everywhere: readonly string[];
  /** Tables of which only the coordinator has rows. */
  onCoordinator: readonly string[];
  /** Functions of an organization that the coordinator runs itself, because they use its tables. */
  calledOnCoordinator: readonly string[];
}

/** The table that all distributed tables follow: the rows of an organization are always on the same node. */
const FIRST_TABLE = 'organizations';
/** The same lock as the migrations: no process migrates meanwhile. */
const MIGRATION_LOCK = 7_226_601_404;

/**
 * Distributes a migrated database by organization. Everything happens in one transaction, so an interruption changes
 * nothing. What is distributed already stays as it is: run it again after a migration that adds a table or a function.
 */
export async function distribute(
  connection: ConnectionSettings,
  distribution: Distribution,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await assertCluster(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await changeSettings(client);
    await client.query('begin');
    // Shards of several tables are changed in one transaction, so over one connection per node.
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    await client.query('set local client_min_messages = warning');
    const places = await placesOfTables(client, distribution);
    await placeTables(client, places, say);
    await placeFunctions(client, distribution, say);
    await client.query(
      'update schema_migrations set distributed_at = now() where distributed_at is null',
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Whether the tables are distributed over the nodes of a cluster. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has_citus: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as has_citus`,
  );
  if (!rows[0]?.has_citus) return false;
  const { rows: found } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('public.${FIRST_TABLE}')`,
  );
  return found.length > 0;
}

/** A table that is still on the coordinator alone would be filled there, and its functions would find nothing on the nodes. */
export async function assertAllDistributed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations where distributed_at is null order by name limit 1',
  );
  if (rows[0])
    throw new StartupError(
      `The cluster does not have what migration ${rows[0].name} added: stop the service on all machines, then run npm run distribute with the same settings.`,
    );
}

async function assertCluster(client: pg.Client): Promise<void> {
  const { rows: extensions } = await client.query(
    `select from pg_extension where extname = 'citus'`,
  );
  if (extensions.length === 0) {
    throw new StartupError(
      'This database has no Citus extension, so it cannot be distributed. As an administrator, run "create extension citus" in it on every node. On a single PostgreSQL, nothing has to be distributed.',
    );
  }
  const { rows } = await client.query<{ is_coordinator: boolean; has_own: boolean; nodes: number }>(
    `select citus_is_coordinator() as is_coordinator,
       exists (select from pg_dist_node where groupid = 0) as has_own,
       (select count(*)::int from pg_dist_node where isactive and shouldhaveshards) as nodes`,
  );
  if (!rows[0]?.is_coordinator)
    throw new StartupError(
      'This server is not the coordinator of the cluster. Set DATABASE_URL to the coordinator.',
    );
  if (!rows[0].has_own)
    throw new StartupError(
      'The coordinator does not know its own address. As an administrator, run "select citus_set_coordinator_host(…)" on it.',
    );
  if (rows[0].nodes === 0)
    throw new StartupError(
      'The cluster has no node for data. As an administrator, run "select citus_add_node(…)" on the coordinator for each of them.',
    );
}

const SETTINGS = [
  // Our triggers refuse a row, or change rows of the same organization, which are on the same node.
  'citus.enable_unsafe_triggers',
  // Functions in queries read more of the same organization: the same node again.
  'citus.allow_nested_distributed_execution',
];

/** What the database needs on every node, for connections that are opened afterwards. */
export function settingsOf(database: string): string[] {
  const name = pg.escapeIdentifier(database);
  return SETTINGS.map((setting) => `alter database ${name} set ${setting} = on`);
}

async function changeSettings(client: pg.Client): Promise<void> {
  for (const change of settingsOf(client.database ?? ''))
    await client.query('select run_command_on_all_nodes($1)', [change]);
  for (const setting of SETTINGS) await client.query(`set ${setting} = on`);
}

interface Places {
  byOrganization: string[];
  everywhere: string[];
  onCoordinator: string[];
}

/** The tables that are not distributed yet. */
async function placesOfTables(client: pg.Client, distribution: Distribution): Promise<Places> {
  const { rows } = await client.query<{ name: string; has_organization: boolean }>(
    `select c.relname as name, exists (
         select from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped) as has_organization
       from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         -- A partition follows its table.
         and not c.relispartition
         and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       order by c.relname <> '${FIRST_TABLE}', c.relname`,
  );
  const { everywhere, onCoordinator } = distribution;
  const names = rows.map(({ name }) => name);
  return {
    everywhere: names.filter((name) => everywhere.includes(name)),
    onCoordinator: names.filter((name) => onCoordinator.includes(name)),
    byOrganization: rows
      .filter(({ has_organization }) => has_organization)
      .map(({ name }) => name)
      .filter((name) => !everywhere.includes(name) && !onCoordinator.includes(name)),
  };
}

async function placeTables(
  client: pg.Client,
  places: Places,
  say: (line: string) => void,
): Promise<void> {
  const keys = await takeForeignKeys(client, Object.values(places).flat());
  for (const name of places.byOrganization) {
    const follows = name === FIRST_TABLE ? 'none' : FIRST_TABLE;
    await client.query(
      `select create_distributed_table($1, 'organization_id', colocate_with => $2)`,
      [name, follows],
    );
  }
  for (const name of places.everywhere)
    await client.query('select create_reference_table($1)', [name]);
  // Known to Citus, a change of such a table and of an organization's rows is committed on both nodes or on neither.
  for (const name of places.onCoordinator)
    await client.query('select citus_add_local_table_to_metadata($1)', [name]);
  const restored = await restoreForeignKeys(client, keys);
  say(`${places.byOrganization.length} tables were distributed by organization.`);
  say(`${places.everywhere.length} tables were copied to every node.`);
  say(`${places.onCoordinator.length} tables stay on the coordinator.`);
  say(`${restored} foreign keys were added again.`);
  for (const { source, name } of keys.filter(({ isPossible }) => !isPossible))
    say(`The foreign key ${name} of ${source} was removed: it connects rows of different nodes.`);
}

interface ForeignKey {
  source: string;
  name: string;
  definition: string;
  isPossible: boolean;
}

/**
 * Removes the foreign keys of these tables. They form circles, such as of leads and customers, so no order of the
 * tables would work. Restored are those between tables that are distributed by organization.
 */
async function takeForeignKeys(
  client: pg.Client,
  tables: readonly string[],
): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as source, c.conname as name, pg_get_constraintdef(c.oid) as definition,
       true as "isPossible"
     from pg_constraint c
     where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace
       and (c.conrelid::regclass::text = any ($1) or c.confrelid::regclass::text = any ($1))
     order by 1, 2`,
    [tables],
  );
  for (const { source, name } of rows)
    await client.query(`alter table ${source} drop constraint "${name}"`);
  return rows;
}

async function restoreForeignKeys(client: pg.Client, keys: ForeignKey[]): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'`,
  );
  const distributed = new Set(rows.map(({ name }) => name));
  for (const key of keys) {
    const target = /\breferences (\w+)/i.exec(key.definition)?.[1] ?? '';
    const bothLocal = !distributed.has(key.source) && !distributed.has(target);
    key.isPossible = (distributed.has(key.source) && distributed.has(target)) || bothLocal;
    if (key.isPossible)
      await client.query(
        `alter table ${key.source} add constraint "${key.name}" ${key.definition}`,
      );
  }
  return keys.filter(({ isPossible }) => isPossible).length;
}

interface FoundFunction {
  signature: string;
  name: string;
  is_of_organization: boolean;
  is_over_all: boolean;
}

/**
 * A function of an organization is called on its node. Those over all organizations, which run as their owner, stay on
 * the coordinator. All others only have to exist on every node, for queries and triggers.
 */
async function placeFunctions(
  client: pg.Client,
  { calledOnCoordinator }: Distribution,
  say: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query<FoundFunction>(
    `select p.oid::regprocedure::text as signature, p.proname as name,
       coalesce(p.proargnames[1] = 'p_organization_id' and p.proargtypes[0] = 'uuid'::regtype, false)
         as is_of_organization,
       p.prosecdef and p.prorettype <> 'trigger'::regtype as is_over_all
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by 1`,
  );
  await allowPlansByValue(client);
  let delegated = 0;
  for (const { signature, name, is_of_organization, is_over_all } of rows) {
    if (is_of_organization && !calledOnCoordinator.includes(name)) {
      delegated += 1;
      await client.query(
        `select create_distributed_function($1, 'p_organization_id', colocate_with => $2, force_delegation => true)`,
        [signature, FIRST_TABLE],
      );
    } else if (!is_over_all) {
      await client.query('select create_distributed_function($1)', [signature]);
    }
  }
  say(`${delegated} of ${rows.length} functions run on the node of their organization.`);
}

/** A query of several parts is planned for the values of its parameters there: it has no plan for all of them. */
async function allowPlansByValue(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and exists (select from unnest(p.proconfig) as set where set like 'plan_cache_mode=%')`,
  );
  for (const { signature } of rows)
    await client.query(`alter function ${signature} reset plan_cache_mode`);
}
