import pg from 'pg';
import { distribution } from '../distribution.ts';
import { distribute } from '../platform/database/distribute.ts';
import { migrate } from '../platform/database/migrate.ts';
import { tasks } from '../tasks.ts';

/** Databases of tests on a Citus cluster. A database of a cluster is one on each node, all with the same name. */

export interface Node {
  host: string;
  port: number;
}

export interface CitusServer {
  host: string;
  port: number;
  user: string;
  database: string;
  /** All nodes, the coordinator included. */
  nodes: Node[];
}

/** Two on each of two nodes: enough to be on different ones, and few files to copy. */
const SHARDS = 4;

/** The cluster of THROUGHLINE_TEST_CITUS_URL, whose database knows its nodes. */
export async function findCitus(url: string): Promise<CitusServer> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Node>(
      `select nodename as host, nodeport as port from pg_dist_node order by groupid`,
    );
    const { host, port, user = 'postgres', database = 'postgres' } = client;
    return { host, port, user, database, nodes: rows };
  } finally {
    await client.end();
  }
}

/** An empty database on every node, which know each other. */
export async function createCitusDatabase(
  server: CitusServer,
  name: string,
): Promise<pg.ClientConfig> {
  await onEveryNode(server, [`drop database if exists ${name} with (force)`]);
  await onEveryNode(server, [`create database ${name}`]);
  await onEveryNode({ ...server, database: name }, ['create extension citus']);
  const connection = { host: server.host, port: server.port, user: server.user, database: name };
  const [coordinator, ...workers] = server.nodes;
  await run({ ...connection, ...coordinator }, [
    `select citus_set_coordinator_host('${coordinator?.host}', ${coordinator?.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
    `alter database ${name} set citus.shard_count = ${SHARDS}`,
  ]);
  return connection;
}

/** A distributed database without data that the others are copied from. */
export async function createCitusTemplate(server: CitusServer, name: string): Promise<void> {
  const connection = await createCitusDatabase(server, name);
  await migrate(connection, tasks, () => {});
  await distribute(connection, distribution, () => {});
  // PostgreSQL copies only a database that no one uses, and a process of Citus does.
  await onEveryNode(server, [
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  ]);
}

/** Runs the statements on each node, outside of what Citus sends itself. */
export async function onEveryNode(
  { nodes, ...server }: CitusServer,
  statements: readonly string[],
): Promise<void> {
  await Promise.all(nodes.map((node) => run({ ...server, ...node }, statements)));
}

async function run(connection: pg.ClientConfig, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({
    ...connection,
    // Each node is administered for itself.
    options: '-c citus.enable_ddl_propagation=off',
  });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}
