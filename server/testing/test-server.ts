import pg from 'pg';
import { limitApplicationRole } from '../platform/database/application-role.ts';
import { APPLICATION_ROLE, type ConnectionSettings } from '../platform/database/database.ts';

export const TEMPLATE_DATABASE = 'throughline_template';
export const TEST_SERVER_VARIABLE = 'THROUGHLINE_TEST_SERVER';

type ServerConnection = Required<Pick<ConnectionSettings, 'host' | 'port' | 'user' | 'database'>>;

/** The server that template-database.ts started for this run. */
export function testServer(): ServerConnection {
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
  const server = testServer();
  databases += 1;
  const database = `test_${process.pid}_${databases}`;
  // Without fsync, copying the files takes two thirds of the time of writing all pages to the log.
  await administer(
    server,
    `create database ${database} template ${TEMPLATE_DATABASE} strategy file_copy`,
  );
  const connection = { ...server, database };
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
      await administer(server, `drop database ${database} with (force)`);
    },
  };
}

async function administer(server: ServerConnection, sql: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
