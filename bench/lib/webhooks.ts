import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerOf } from './call.ts';
import type { Arrival } from './receiver-process.ts';
import { startTestBed, type TestBed } from './test-bed.ts';

/** Any valid key. */
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
export const WEBHOOK_ENVIRONMENT = {
  THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true',
  THROUGHLINE_SECRET_KEY: SECRET_KEY,
  LOG_LEVEL: 'fatal',
};

export function startWebhookTestBed(): Promise<TestBed> {
  return startTestBed(WEBHOOK_ENVIRONMENT);
}

export interface Receiver extends Disposable {
  pid: number;
  url: string;
  count(): Promise<number>;
  /** Everything that has arrived since the last call. */
  take(): Promise<Arrival[]>;
}

export async function startReceiver(): Promise<Receiver> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'receiver-process.ts'));
  const ask = async (what: string) => {
    child.send(what);
    const [response] = await once(child, 'message');
    return response as { count: number; arrivals: Arrival[] };
  };
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    pid: child.pid!,
    url: `http://127.0.0.1:${port}`,
    count: async () => (await ask('count')).count,
    take: async () => (await ask('take')).arrivals,
    [Symbol.dispose]: () => child.kill('SIGKILL'),
  };
}

/** Returns the path of the endpoint in the API. */
export async function createEndpoint(
  testBed: TestBed,
  token: string,
  fields: object,
): Promise<string> {
  const { status, body } = await callerOf(testBed, token)('POST', '/v1/webhook-endpoints', fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return `/v1/webhook-endpoints/${body.webhook_endpoint_id}`;
}

export async function post(testBed: TestBed, token: string, path: string, body?: object) {
  const response = await callerOf(testBed, token)('POST', path, body);
  if (response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
  return response.body;
}

export interface Captured {
  lead: string;
  /** When the response arrived: the event was committed by then. */
  at: number;
}

/** Captures this many leads per second without waiting for earlier responses: two events each. */
export async function captureSteadily(
  testBed: TestBed,
  tokens: readonly string[],
  options: { perSecond: number; seconds: number },
): Promise<Captured[]> {
  const captured: Captured[] = [];
  const startedAt = performance.now();
  const count = options.perSecond * options.seconds;
  const responses: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const dueIn = startedAt + (n * 1000) / options.perSecond - performance.now();
    if (dueIn > 0) await sleep(dueIn);
    const token = tokens[n % tokens.length]!;
    const phone = `+1${String(2_000_000_000 + Math.floor(Math.random() * 7_999_999_999)).slice(0, 10)}`;
    const lead = { name: `Lead ${n}`, phone, service_needed: 'drain_cleaning' };
    responses.push(
      post(testBed, token, '/v1/leads', lead).then((body) => {
        const at = performance.timeOrigin + performance.now();
        captured.push({ lead: body.lead_id as string, at });
      }),
    );
  }
  await Promise.all(responses);
  return captured;
}

/** From the response to a capture to the arrival of each of its events, in milliseconds; at least 0. */
export function latencies(
  captured: readonly Captured[],
  arrivals: readonly Arrival[],
  isCounted: (arrival: Arrival) => boolean = () => true,
): number[] {
  const committedAt = new Map(captured.map(({ lead, at }) => [lead, at]));
  const first = new Map<string, number>();
  for (const arrival of arrivals) {
    if (!committedAt.has(arrival.lead) || !isCounted(arrival)) continue;
    const key = `${arrival.id} ${arrival.path}`;
    const late = Math.max(0, arrival.at - committedAt.get(arrival.lead)!);
    if (!first.has(key)) first.set(key, late);
  }
  return [...first.values()];
}

/** Writes lead events directly to the log of the organization with that name. */
export async function appendEvents(testBed: TestBed, name: string, count: number): Promise<string> {
  const { rows } = await testBed.sql.query(
    'select organization_id from organizations where name = $1',
    [name],
  );
  const organizationId = rows[0].organization_id as string;
  for (let from = 0; from < count; from += 1_000) {
    await testBed.sql.query('begin');
    await testBed.sql.query("select set_config('app.organization_id', $1, true)", [organizationId]);
    await testBed.sql.query(
      `select append_events($3, now(), '[{"type":"system","id":null,"name":"bench"}]',
         (select jsonb_agg(jsonb_build_object('event_id', uuidv7(), 'actor', 0, 'type', 'lead.updated', 'previous', null,
            'data', jsonb_build_object('lead_id', 'lead_' || n, 'notes', repeat('x', 800))))
          from generate_series($1::int, $2::int) as n))`,
      [from + 1, Math.min(count, from + 1_000), organizationId],
    );
    await testBed.sql.query('commit');
  }
  return organizationId;
}

export async function until(
  look: () => boolean | Promise<boolean>,
  options: { withinMs: number; everyMs?: number },
): Promise<void> {
  const deadline = Date.now() + options.withinMs;
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error('Timed out');
    await sleep(options.everyMs ?? 50);
  }
}

export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
