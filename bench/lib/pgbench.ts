import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { APPLICATION_ROLE } from '../../server/platform/database/database.ts';
import type { Stand } from './stand.ts';

/**
 * What PostgreSQL can do with a script's statements, each prepared and awaited, driven by pgbench; where
 * that is not installed, by a loop of our own in two processes with the same connections.
 */
export interface ScriptStep {
  /** SQL with $1, $2 …, as the service sends it. */
  text: string;
  /** An SQL expression for each parameter; :client is the number of the connection. */
  values: string[];
}

export interface PgbenchOptions {
  stand: Stand;
  steps: ScriptStep[];
  clients: number;
  seconds: number;
}

export function hasPgbench(): boolean {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Transactions a second. */
export async function pgbench(options: PgbenchOptions): Promise<number> {
  return hasPgbench() ? runPgbench(options) : runLoop(options);
}

async function runPgbench({ stand, steps, clients, seconds }: PgbenchOptions): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'throughline-pgbench-'));
  const script = join(directory, 'script.sql');
  writeFileSync(script, `${steps.map((step) => `${inline(step, ':client_id')};`).join('\n')}\n`);
  const { host, port, user, database } = stand.postgres.connection;
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn(
      'pgbench',
      [
        '-n',
        '-M',
        'prepared',
        '-c',
        `${clients}`,
        '-j',
        '2',
        '-T',
        `${seconds}`,
        '-f',
        script,
        database,
      ],
      {
        env: {
          ...process.env,
          PGHOST: host,
          PGPORT: String(port),
          PGUSER: user,
          PGOPTIONS: `-c role=${APPLICATION_ROLE}`,
        },
      },
    );
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(text) : reject(new Error(text))));
  });
  rmSync(directory, { recursive: true, force: true });
  const rate = /tps = ([\d.]+)/.exec(output)?.[1];
  if (!rate) throw new Error(output);
  return Number(rate);
}

async function runLoop({ stand, steps, clients, seconds }: PgbenchOptions): Promise<number> {
  const endsAt = performance.now() + seconds * 1000;
  let transactions = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const connection = new pg.Client({
        ...stand.postgres.connection,
        options: `-c role=${APPLICATION_ROLE}`,
      });
      await connection.connect();
      const texts = steps.map((step) => inline(step, String(client)));
      while (performance.now() < endsAt) {
        for (const [index, text] of texts.entries()) {
          await connection.query({ name: `step_${index}`, text });
        }
        transactions += 1;
      }
      await connection.end();
    }),
  );
  return transactions / ((performance.now() - startedAt) / 1000);
}

/** From the last parameter down, so that $1 does not eat the start of $12. */
function inline(step: ScriptStep, client: string): string {
  let text = step.text.replaceAll(/\s+/g, ' ');
  for (let number = step.values.length; number >= 1; number -= 1) {
    text = text.replaceAll(`$${number}`, () => `(${step.values[number - 1]})`);
  }
  return text.replaceAll(':client_number', client);
}
