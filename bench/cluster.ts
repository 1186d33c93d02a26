import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type CitusServer,
  createCitusTemplate,
  findCitus,
  onEveryNode,
} from '../server/testing/citus-databases.ts';
import { CITUS_VARIABLE } from '../server/testing/test-server.ts';
import { median, type Print, perSecond, type Row } from './lib/bench.ts';
import { captureRequest } from './lib/capture.ts';
import { httpLoad } from './lib/http-load.ts';
import { createOrganization, OPERATOR_TOKEN, startServer } from './lib/test-bed.ts';

const CONNECTIONS = 32;
const ORGANIZATIONS = 32;
const ROUNDS = 4;
const SECONDS = 5;
const DISTRIBUTED = 'throughline_bench_cluster';
const PLAIN = 'throughline_bench_plain';

/**
 * Capture on a Citus cluster, compared with the coordinator's PostgreSQL alone; and what a capture costs between the
 * nodes. It needs the cluster of THROUGHLINE_TEST_CITUS_URL.
 */
export async function cluster(print: Print): Promise<Row[]> {
  const url = process.env[CITUS_VARIABLE];
  if (!url) {
    print(`SKIPPED: ${CITUS_VARIABLE} is not set`);
    return [];
  }
  const citus = await findCitus(url);
  await using stack = new AsyncDisposableStack();
  print('creating a distributed database, and a plain one on the coordinator');
  stack.defer(() => dropDatabases(citus));
  await createDatabases(citus);
  const plain = await startService(citus, PLAIN);
  stack.defer(() => plain.stop());
  const distributed = await startService(citus, DISTRIBUTED);
  stack.defer(() => distributed.stop());

  print('warming up for 40 s');
  await plain.capture(20);
  await distributed.capture(20);
  const rates = { plain: [] as number[], distributed: [] as number[] };
  const before = await countersOf(citus);
  for (let round = 1; round <= ROUNDS; round += 1) {
    rates.plain.push((await plain.capture(SECONDS)).perSecond);
    const load = await distributed.capture(SECONDS);
    rates.distributed.push(load.perSecond);
    print(
      `round ${round}: plain ${perSecond(rates.plain.at(-1)!)}, cluster ${perSecond(load.perSecond)}`,
    );
  }
  const [alone, onCluster] = [median(rates.plain), median(rates.distributed)];
  // The nodes look for deadlocks and interrupted commits all the time.
  const beforeIdle = await countersOf(citus);
  await sleep(2 * SECONDS * 1_000);
  const beforeOne = await countersOf(citus);
  // With one token, because each token is checked about once a second on the node of its organization.
  const { requests } = await distributed.capture(2 * SECONDS, 1);
  const after = await countersOf(citus);
  const idle = beforeOne.transactions - beforeIdle.transactions;
  const perCapture = (after.transactions - beforeOne.transactions - idle) / requests;
  const twoPhase = after.twoPhase - before.twoPhase;
  const details = { ...rates, before, beforeIdle, beforeOne, after, nodes: citus.nodes.length };
  return [
    {
      name: `capture on a cluster of ${citus.nodes.length} nodes on this machine`,
      measured: perSecond(onCluster),
      against: `${perSecond(alone)} on PostgreSQL alone`,
      ratio: onCluster / alone,
      target: '≥ 0.6',
      passed: onCluster >= 0.6 * alone,
      details,
    },
    {
      name: 'transactions on other nodes per capture',
      measured: perCapture.toFixed(1),
      against: '2',
      ratio: perCapture / 2,
      target: '≤ 1',
      passed: Number(perCapture.toFixed(1)) <= 2,
      details,
    },
    {
      name: 'two-phase commits under load',
      measured: String(twoPhase),
      against: '0',
      ratio: twoPhase,
      target: '0',
      passed: twoPhase === 0,
      details,
    },
  ];
}

async function createDatabases(citus: CitusServer): Promise<void> {
  await dropDatabases(citus);
  await createCitusTemplate(citus, DISTRIBUTED);
  await onEveryNode(citus, [`alter database ${DISTRIBUTED} allow_connections true`]);
  await onCoordinator(citus, [`create database ${PLAIN}`]);
}

async function dropDatabases(citus: CitusServer): Promise<void> {
  await onEveryNode(citus, [`drop database if exists ${DISTRIBUTED} with (force)`]);
  await onCoordinator(citus, [`drop database if exists ${PLAIN} with (force)`]);
}

function onCoordinator(citus: CitusServer, statements: readonly string[]): Promise<void> {
  return onEveryNode({ ...citus, nodes: citus.nodes.slice(0, 1) }, statements);
}

/** Only the API: what its workers do afterwards is not part of a capture. */
async function startService({ host, port, user }: CitusServer, database: string) {
  const { process, url } = await startServer({
    DATABASE_URL: `postgres://${user}@${host}:${port}/${database}`,
    THROUGHLINE_BOOTSTRAP_TOKEN: OPERATOR_TOKEN,
    THROUGHLINE_RATE_LIMIT: '1000000',
    THROUGHLINE_ROLE: 'api',
    LOG_LEVEL: 'fatal',
  });
  const tokens: string[] = [];
  for (let n = 0; n < ORGANIZATIONS; n += 1) tokens.push(await createOrganization(url, n));
  return {
    async capture(seconds: number, organizations = ORGANIZATIONS) {
      const load = await httpLoad({
        url,
        connections: CONNECTIONS,
        seconds,
        status: 201,
        request: (connection) => captureRequest(tokens[connection % organizations]!),
      });
      if (load.failures > 0) throw new Error(`${load.failures} captures failed`);
      return load;
    },
    stop: () => stopped(process),
  };
}

async function stopped(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Transactions of the other nodes, and what the coordinator wrote down to finish two-phase commits. */
async function countersOf(citus: CitusServer): Promise<{ transactions: number; twoPhase: number }> {
  // A connection reports its counters ten seconds after its last transaction at the latest.
  await sleep(11_000);
  const [coordinator, ...others] = citus.nodes.map((node) => ({ ...citus, ...node }));
  const ofDatabase = `select xact_commit + xact_rollback as n from pg_stat_database where datname = '${DISTRIBUTED}'`;
  const counts = await Promise.all(others.map((node) => ask(node, ofDatabase)));
  const ofTable = `select n_tup_ins as n from pg_stat_all_tables where relname = 'pg_dist_transaction'`;
  const twoPhase = await ask(coordinator!, ofTable);
  return { transactions: counts.reduce((sum, n) => sum + n, 0), twoPhase };
}

async function ask(
  { host, port, user }: { host: string; port: number; user: string },
  sql: string,
): Promise<number> {
  const client = new pg.Client({ host, port, user, database: DISTRIBUTED });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: string }>(sql);
    return Number(rows[0]?.n ?? 0);
  } finally {
    await client.end();
  }
}
