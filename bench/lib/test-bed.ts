import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/database/embedded-postgres.ts';

export const OPERATOR_TOKEN = 'operator-token-of-the-bench';
const ROOT = join(import.meta.dirname, '../..');
const START = readStart();

/** A PostgreSQL with the settings of the service, and the service as a separate process. */
export interface TestBed extends AsyncDisposable {
  postgres: EmbeddedPostgres;
  url: string;
  serverPid: number;
  /** Connected as the owner of everything. */
  sql: pg.Client;
  /** Creates organizations and returns their tokens. */
  createOrganizations(count: number): Promise<string[]>;
}

export async function startTestBed(environment: Record<string, string> = {}): Promise<TestBed> {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: () => {} });
  const { host, port, user, database } = postgres.connection;
  const server = await startServer({
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    THROUGHLINE_BOOTSTRAP_TOKEN: OPERATOR_TOKEN,
    THROUGHLINE_RATE_LIMIT: '1000000',
    ...environment,
  });
  const sql = new pg.Client(postgres.connection);
  await sql.connect();
  return {
    postgres,
    url: server.url,
    serverPid: server.process.pid!,
    sql,
    createOrganizations: (count) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => createOrganization(server.url, index)),
      ),
    async [Symbol.asyncDispose]() {
      await sql.end();
      server.process.kill('SIGTERM');
      await new Promise((resolve) => server.process.once('exit', resolve));
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export async function startServer(
  environment: Record<string, string>,
): Promise<{ process: ChildProcess; url: string }> {
  const spawned = spawnServer(environment);
  return { process: spawned.process, url: await spawned.url };
}

/** Starts the server as a separate process; its address is known once it is ready. */
export function spawnServer(environment: Record<string, string>): {
  process: ChildProcess;
  url: Promise<string>;
} {
  const child = spawn(process.execPath, START.parameters, {
    cwd: ROOT,
    env: { ...process.env, ...START.environment, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = new Promise<string>((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
    child.stderr!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stdout!.on('data', (chunk: Buffer) => {
      if (output.length > 10_000) return;
      output += chunk.toString();
      const found = /(?:ready at|Health:) (http:\/\/[^\s/]+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
  });
  return { process: child, url };
}

/** What `npm start` runs: settings of the environment, `node`, and its parameters. */
function readStart(): { environment: Record<string, string>; parameters: string[] } {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const words: string[] = scripts.start.split(' ');
  const node = words.indexOf('node');
  const settings = words.slice(0, node).map((word) => word.split('=') as [string, string]);
  return { environment: Object.fromEntries(settings), parameters: words.slice(node + 1) };
}

export async function createOrganization(url: string, index: number): Promise<string> {
  const response = await fetch(`${url}/v1/organizations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Company ${index}`, time_zone: 'America/Chicago', country: 'US' }),
  });
  const body = (await response.json()) as { token: string };
  return body.token;
}
