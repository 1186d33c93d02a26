import pg from 'pg';
import { limitApplicationRole } from '../platform/database/application-role.ts';
import { APPLICATION_ROLE } from '../platform/database/database.ts';
import { settingsOf } from '../platform/database/distribute.ts';
import { type Node, onEveryNode } from './citus-databases.ts';

export const TEMPLATE_DATABASE = 'throughline_template';
export const TEST_SERVER_VARIABLE = 'THROUGHLINE_TEST_SERVER';
/** The coordinator of a Citus cluster to run the tests on, as an administrator: see npm run test:citus. */
export const CITUS_VARIABLE = 'THROUGHLINE_TEST_CITUS_URL';

interface ServerConnection {
  host: string;
  port: number;
  user: string;
  database: string;
  isDistributed?: boolean;
}

/** The server that template-database.ts started for this run. */
export function testServer(): ServerConnection & { nodes?: Node[] } {
  const value = process.env[TEST_SERVER_VARIABLE];
  if (!value) {
    throw new Error(
      'Run tests through npm test, or with --test-global-setup=server/testing/template-database.ts',
    );
  }
  return JSON.parse(value);
}

export interface TestDatabase {
  /** For the owner of everything. */
  connection: ServerConnection;
  /** For the role that the service logs in as. */
  application: ServerConnection;
  /** Connected as the owner of everything, to inspect and to break things. */
  owner: pg.Client;
  drop(): Promise<void>;
}

let databases = 0;

/** A separate database for the test file, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { nodes, ...server } = testServer();
  const administer = (...sql: string[]) =>
    onEveryNode({ ...server, nodes: nodes ?? [server] }, sql);
  databases += 1;
  const database = `test_${process.pid}_${databases}`;
  // Without fsync, copying the files takes two thirds of the time of writing all pages to the log.
  await administer(`create database ${database} template ${TEMPLATE_DATABASE} strategy file_copy`);
  // A copy does not have the settings of its template.
  if (nodes) await administer(...settingsOf(database));
  const connection = { ...server, database, isDistributed: nodes !== undefined };
  const owner = new pg.Client(connection);
  owner.on('error', () => {});
  await owner.connect();
  await limitApplicationRole(owner);
  return {
    connection,
    application: { ...connection, user: APPLICATION_ROLE },
    owner,
    async drop() {
      await owner.end();
      await administer(`drop database ${database} with (force)`);
    },
  };
}
