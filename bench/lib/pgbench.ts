import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { APPLICATION_ROLE } from '../../server/platform/database/database.ts';
import type { TestBed } from './test-bed.ts';

/**
 * How fast PostgreSQL runs the statements of a script, each prepared and awaited, measured with pgbench; if it is
 * not installed, with our own loop in two processes with the same connections.
 */
export interface ScriptStep {
  /** SQL with $1, $2 …, as the service sends it. */
  text: string;
  /**
   * One SQL expression per parameter, where :client_number is the number of the connection; or the name of a value
   * that is sent as a parameter, like the service does: its text is parsed every time.
   */
  values: (string | { parameter: string })[];
}

/** The values of the parameters, by name. */
export type Variant = Record<string, string>;

export interface PgbenchOptions {
  testBed: TestBed;
  steps: ScriptStep[];
  /** The script is run with each of these in turn. */
  variants?: Variant[];
  clients: number;
  seconds: number;
  /** All statements of the script are sent together. */
  inOneRoundTrip?: boolean;
}

export function hasPgbench(): boolean {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns transactions per second. */
export async function pgbench(options: PgbenchOptions): Promise<number> {
  return hasPgbench() ? runPgbench(options) : runLoop(options);
}

async function runPgbench(options: PgbenchOptions): Promise<number> {
  const { testBed, steps, clients, seconds, variants = [{}], inOneRoundTrip = false } = options;
  const directory = mkdtempSync(join(tmpdir(), 'throughline-pgbench-'));
  const scripts = variants.map((_, variant) => {
    const file = join(directory, `${variant}.sql`);
    const parameter = (name: string) => `:${name}_${variant}`;
    const lines = steps.map((step) => `${inline(step, ':client_id', parameter)};`);
    const script = inOneRoundTrip ? ['\\startpipeline', ...lines, '\\endpipeline'] : lines;
    writeFileSync(file, `${script.join('\n')}\n`);
    return ['-f', file];
  });
  const values = variants.flatMap((variant, index) =>
    Object.entries(variant).flatMap(([name, value]) => ['-D', `${name}_${index}=${value}`]),
  );
  const { host, port, database } = testBed.postgres.connection;
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
        ...values,
        ...scripts.flat(),
        database,
      ],
      {
        env: {
          ...process.env,
          PGHOST: host,
          PGPORT: String(port),
          PGUSER: APPLICATION_ROLE,
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

async function runLoop(options: PgbenchOptions): Promise<number> {
  const { testBed, steps, clients, seconds, variants = [{}] } = options;
  const endsAt = performance.now() + seconds * 1000;
  let transactions = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const connection = new pg.Client({ ...testBed.postgres.connection, user: APPLICATION_ROLE });
      await connection.connect();
      const statements = steps.map((step) => {
        const names: string[] = [];
        const text = inline(step, String(client), (name) => `$${names.push(name)}`);
        return { text, names };
      });
      for (let round = client; performance.now() < endsAt; round += 1) {
        const variant = variants[round % variants.length]!;
        for (const [index, { text, names }] of statements.entries()) {
          const values = names.map((name) => variant[name]);
          await connection.query({ name: `step_${index}`, text, values });
        }
        transactions += 1;
      }
      await connection.end();
    }),
  );
  return transactions / ((performance.now() - startedAt) / 1000);
}

function inline(step: ScriptStep, client: string, parameter: (name: string) => string): string {
  let text = step.text.replaceAll(/\s+/g, ' ').replaceAll(/\$(\d+)/g, '@$1@');
  for (const [index, value] of step.values.entries()) {
    const written = typeof value === 'string' ? `(${value})` : parameter(value.parameter);
    text = text.replaceAll(`@${index + 1}@`, () => written);
  }
  return text.replaceAll(':client_number', client);
}
