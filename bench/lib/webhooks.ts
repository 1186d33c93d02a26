import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerOf } from './call.ts';
import type { Arrival } from './receiver-process.ts';
import { type Stand, startStand } from './stand.ts';

/** Any, as long as it is a key. */
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
export const WEBHOOK_ENVIRONMENT = {
  THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true',
  THROUGHLINE_SECRET_KEY: SECRET_KEY,
  LOG_LEVEL: 'fatal',
};

export function startWebhookStand(): Promise<Stand> {
  return startStand(WEBHOOK_ENVIRONMENT);
}

export interface Receiver {
  pid: number;
  url: string;
  count(): Promise<number>;
  /** Everything that has arrived since it was last asked. */
  take(): Promise<Arrival[]>;
  stop(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'receiver-process.ts'));
  const ask = async (what: string) => {
    child.send(what);
    const [answer] = await once(child, 'message');
    return answer as { count: number; arrivals: Arrival[] };
  };
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    pid: child.pid!,
    url: `http://127.0.0.1:${port}`,
    count: async () => (await ask('count')).count,
    take: async () => (await ask('take')).arrivals,
    stop: () => child.kill('SIGKILL'),
  };
}

/** Answers the endpoint's path in the API. */
export async function makeEndpoint(stand: Stand, token: string, fields: object): Promise<string> {
  const { status, body } = await callerOf(stand, token)('POST', '/v1/webhook-endpoints', fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return `/v1/webhook-endpoints/${body.webhook_endpoint_id}`;
}

export async function post(stand: Stand, token: string, path: string, body?: object) {
  const answer = await callerOf(stand, token)('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export interface Captured {
  lead: string;
  /** When the answer was there, so that the event had committed. */
  at: number;
}

/** Captures so many leads a second, whether or not the ones before are answered: two events each. */
export async function captureSteadily(
  stand: Stand,
  tokens: readonly string[],
  options: { perSecond: number; seconds: number },
): Promise<Captured[]> {
  const captured: Captured[] = [];
  const startedAt = performance.now();
  const count = options.perSecond * options.seconds;
  const answers: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const dueIn = startedAt + (n * 1000) / options.perSecond - performance.now();
    if (dueIn > 0) await sleep(dueIn);
    const token = tokens[n % tokens.length]!;
    const phone = `+1${String(2_000_000_000 + Math.floor(Math.random() * 7_999_999_999)).slice(0, 10)}`;
    const lead = { name: `Lead ${n}`, phone, service_needed: 'drain_cleaning' };
    answers.push(
      post(stand, token, '/v1/leads', lead).then((body) => {
        const at = performance.timeOrigin + performance.now();
        captured.push({ lead: body.lead_id as string, at });
      }),
    );
  }
  await Promise.all(answers);
  return captured;
}

/** From the answer to a capture to the arrival of each event about it, in milliseconds; at least 0. */
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

/** Events that are written straight into the log of the organization with that token, about leads. */
export async function appendEvents(stand: Stand, name: string, count: number): Promise<string> {
  const { rows } = await stand.sql.query(
    'select organization_id from organizations where name = $1',
    [name],
  );
  const organizationId = rows[0].organization_id as string;
  for (let from = 0; from < count; from += 1_000) {
    await stand.sql.query('begin');
    await stand.sql.query("select set_config('app.organization_id', $1, true)", [organizationId]);
    await stand.sql.query(
      `select append_events($3, now(), '[{"type":"system","id":null,"name":"bench"}]',
         (select jsonb_agg(jsonb_build_object('event_id', uuidv7(), 'actor', 0, 'type', 'lead.updated', 'previous', null,
            'data', jsonb_build_object('lead_id', 'lead_' || n, 'notes', repeat('x', 800))))
          from generate_series($1::int, $2::int) as n))`,
      [from + 1, Math.min(count, from + 1_000), organizationId],
    );
    await stand.sql.query('commit');
  }
  return organizationId;
}

export async function until(
  look: () => boolean | Promise<boolean>,
  options: { withinMs: number; everyMs?: number },
): Promise<void> {
  const deadline = Date.now() + options.withinMs;
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error('It did not happen in time');
    await sleep(options.everyMs ?? 50);
  }
}

/** Seconds of processor time that a process has used; of PostgreSQL, all of its processes together. */
export function cpuSeconds(pid: number): number {
  const TICKS = 100;
  const statOf = (one: string) => {
    try {
      const stat = readFileSync(`/proc/${one}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    } catch {
      return null;
    }
  };
  let ticks = 0;
  for (const one of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(one);
    // After the name: state, parent, … and, as the 12th and 13th, the time in user and system mode.
    if (fields && (one === String(pid) || fields[1] === String(pid))) {
      ticks += Number(fields[11]) + Number(fields[12]);
    }
  }
  return ticks / TICKS;
}

export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
