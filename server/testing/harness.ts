import type pg from 'pg';
import { type Logger, pino } from 'pino';
import { buildApp } from '../app.ts';
import { ConsoleBuild } from '../console/build-console.ts';
import { newOrganizationDefaults } from '../defaults.ts';
import { engines } from '../engines.ts';
import { bootstrap } from '../features/organizations/index.ts';
import { refreshGauges } from '../gauges.ts';
import { Database } from '../platform/database/database.ts';
import { Announcements } from '../platform/events/announcements.ts';
import { createMetrics, eventCounter, type Metrics } from '../platform/metrics.ts';
import { Geocoder } from '../platform/outbound/geocoder.ts';
import { Outbound } from '../platform/outbound/outbound.ts';
import { RoutingServer } from '../platform/outbound/routing-server.ts';
import { Secrets } from '../platform/secrets.ts';
import { createQueues } from '../platform/tasks/queues.ts';
import { Shards } from '../platform/tasks/shards.ts';
import type { Task, TaskContext } from '../platform/tasks/task.ts';
import { startWorker, type Worker } from '../platform/tasks/worker.ts';
import { reactionsWith } from '../reactions.ts';
import { tasks } from '../tasks.ts';
import { ApiClient } from './api-client.ts';
import { created } from './created.ts';
import { databaseUrl } from './server-process.ts';
import { TestClock } from './test-clock.ts';
import { createTestDatabase, type TestDatabase } from './test-server.ts';

export const OPERATOR_TOKEN = 'operator-token-of-the-tests';

export interface TestService {
  url: string;
  clock: TestClock;
  database: Database;
  /** For the role that the service logs in as. */
  connection: TestDatabase['application'];
  /** Connected as the owner of everything. */
  owner: pg.Client;
  ownerConnection: TestDatabase['connection'];
  metrics: Metrics;
  /** What task handlers use. */
  taskContext: TaskContext;
  /** A client of the operator, who belongs to the first organization. */
  operator: ApiClient;
  /** A client with this token, or without a token. */
  as(token: string | null): ApiClient;
  newOrganization(options?: { country?: string; time_zone?: string }): Promise<TestOrganization>;
  /** Runs the service's engines and tasks, and the tasks of the test, until the service is stopped. */
  startWorker(more?: readonly Task[], log?: Logger): Promise<Worker>;
  /** Cuts every connection to the service, like a network failure. */
  dropConnections(): void;
  /** Stops serving, and serves again at the same address, as a new process would. */
  restart(whileDown: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export interface TestOrganization {
  organizationId: string;
  token: string;
  api: ApiClient;
}

export interface TestOptions {
  /** Not the service that the suites of a process share: see sharedService(). */
  ownDatabase: true;
  /** The reason, in a word or two. */
  because: string;
  rateLimit?: number;
  secretKey?: Buffer | null;
  allowPrivate?: boolean;
  timeoutsMs?: Outbound['timeoutsMs'];
  heartbeatMs?: number;
  /** The search of a geocoder. */
  geocoderUrl?: string;
  /** An OSRM server. */
  routingUrl?: string;
  /** Instead of one that stands still. */
  clock?: TestClock;
  /** Also serves the console, for a browser. */
  withConsole?: boolean;
}

/** The complete service with its own database: real HTTP, real PostgreSQL, and a clock that the test controls. */
export async function startTestService(options: TestOptions): Promise<TestService> {
  const testDatabase = await createTestDatabase();
  const clock = options.clock ?? new TestClock();
  const connection = testDatabase.application;
  const secrets = secretsOf(options);
  const reactions = reactionsWith({
    geocoder: options.geocoderUrl !== undefined,
    routing: options.routingUrl !== undefined,
  });
  const metrics = createMetrics();
  const countEvents = eventCounter(metrics);
  const database = new Database(connection, clock, { secrets, reactions, countEvents });
  await bootstrap(database, {
    token: OPERATOR_TOKEN,
    keepToken: async () => {},
    defaults: newOrganizationDefaults,
  });
  const announcements = new Announcements(connection, { hearsTasks: true });
  await announcements.start();
  const taskContext = contextOf({ database, metrics }, secrets, options, testDatabase.connection);
  const { outbound } = taskContext;
  const serve = async (port: number) => {
    const app = await appOf(taskContext, announcements, options);
    // Pages take their time from the service, so they follow the clock of the test too.
    app.server.prependListener('request', (_, response) => {
      response.setHeader('date', clock.now().toUTCString());
    });
    return { app, url: await app.listen({ host: '127.0.0.1', port }) };
  };
  let { app, url } = await serve(0);
  const workers: { stop(): Promise<void> }[] = [];
  const operator = new ApiClient(url, OPERATOR_TOKEN);

  return {
    url,
    clock,
    database,
    connection,
    owner: testDatabase.owner,
    ownerConnection: testDatabase.connection,
    metrics,
    taskContext,
    operator,
    as: (token) => new ApiClient(url, token),
    async newOrganization(body = {}) {
      const { organization_id, token } = await newOrganization(operator, body);
      return { organizationId: organization_id, token, api: new ApiClient(url, token) };
    },
    async startWorker(more = [], log) {
      if (more.length > 0) await createQueues(testDatabase.connection, more);
      const workerContext = { ...taskContext, announcements, ...(log && { log }) };
      const worker = await startWorker(connection, [...tasks, ...more], workerContext);
      workers.push(worker);
      const shards = new Shards({ connection, name: 'organizations', log: taskContext.log });
      await shards.start();
      for (const engine of engines) {
        workers.push(await engine.start({ ...taskContext, announcements, shards }));
      }
      workers.push(shards);
      return worker;
    },
    dropConnections: () => app.server.closeAllConnections(),
    async restart(whileDown) {
      await app.close();
      await whileDown();
      ({ app, url } = await serve(Number(new URL(url).port)));
    },
    async stop() {
      for (const worker of workers) await worker.stop();
      await announcements.stop();
      await outbound.close();
      await app.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}

const DEFAULTS = { allowPrivate: true, secretKey: Buffer.alloc(32, 7) };

function secretsOf(options: TestOptions): Secrets | null {
  const { secretKey } = { ...DEFAULTS, ...options };
  return secretKey && new Secrets([secretKey]);
}

function contextOf(
  { database, metrics }: Pick<TaskContext, 'database' | 'metrics'>,
  secrets: Secrets | null,
  options: TestOptions,
  owner: TestDatabase['connection'],
): TaskContext {
  const { allowPrivate, timeoutsMs, secretKey, geocoderUrl, routingUrl } = {
    ...DEFAULTS,
    ...options,
  };
  const outbound = new Outbound({ allowPrivate, ...(timeoutsMs && { timeoutsMs }) });
  return {
    database,
    metrics,
    log: pino({ level: 'silent' }),
    outbound,
    geocoder: geocoderUrl === undefined ? null : new Geocoder(geocoderUrl, outbound),
    routing: routingUrl === undefined ? null : new RoutingServer(routingUrl, outbound),
    logMonths: null,
    secrets,
    environment: {
      ...process.env,
      DATABASE_URL: databaseUrl(owner),
      ...(secretKey && { THROUGHLINE_SECRET_KEY: secretKey.toString('base64') }),
    },
  };
}

async function appOf(
  { database, log, metrics, secrets }: TaskContext,
  announcements: Announcements,
  options: TestOptions,
) {
  const build = options.withConsole ? new ConsoleBuild() : null;
  await build?.start();
  return buildApp({
    database,
    log,
    ...(build && { console: build }),
    metrics,
    health: { check: async () => ({}), refreshGauges: () => refreshGauges(database, metrics) },
    rateLimit: options.rateLimit ?? 1_000_000,
    secrets,
    allowsPrivateAddresses: options.allowPrivate ?? DEFAULTS.allowPrivate,
    announcements,
    heartbeatMs: options.heartbeatMs ?? 15_000,
    role: 'api',
  });
}

function newOrganization(operator: ApiClient, body: object) {
  const organization = {
    name: 'Alder Heating & Air',
    time_zone: 'America/Los_Angeles',
    country: 'US',
    ...body,
  };
  return created(operator.post('/v1/organizations', organization));
}
