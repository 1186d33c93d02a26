import { setTimeout as sleep } from 'node:timers/promises';
import { Throughline } from '../packages/sdk/src/index.ts';
import { Random } from '../server/domain/dedup/testing/random.ts';
import type { BenchOptions, Print, Row } from './lib/bench.ts';
import { InspectedProcess, type Memory } from './lib/inspected-process.ts';
import { freePort } from './lib/keep-running.ts';
import { SimulatedConsole } from './lib/simulated-console.ts';
import { startTestBed, type TestBed } from './lib/test-bed.ts';

const ORGANIZATIONS = 10;
const CONSOLES_EACH = 20;
const DEFAULT_MINUTES = 15;
/** Caches fill, code is compiled, and connections are opened. */
const WARM_UP_SHARE = 1 / 3;
const SAMPLE_MS = 15_000;
const CHANGE_MS = 500;
const MAX_SLOPE = 5;
const PASSWORD = 'a long sentence that only I know';

/** Whether the memory of the service stays as it is while two hundred consoles are open and work goes on. */
export async function consoleMemory(print: Print, options: BenchOptions): Promise<Row[]> {
  const minutes = options.minutes ?? DEFAULT_MINUTES;
  const port = await freePort();
  await using testBed = await startTestBed({
    LOG_LEVEL: 'fatal',
    NODE_OPTIONS: `--inspect-port=${port}`,
  });
  const tokens = await testBed.createOrganizations(ORGANIZATIONS);
  print(`signing in ${ORGANIZATIONS * CONSOLES_EACH} users`);
  const cookies: string[] = [];
  for (const token of tokens) cookies.push(...(await signInUsers(testBed, token)));
  await using server = await InspectedProcess.open(testBed.serverPid, port);

  const end = new AbortController();
  const failures: string[] = [];
  const consoles = cookies.map((cookie, index) => {
    const random = new Random(index);
    const next = () => random.below(1_000_000) / 1_000_000;
    const onFailure = (reason: string) => void failures.push(reason);
    return new SimulatedConsole({ url: testBed.url, cookie, random: next, onFailure });
  });
  const running = consoles.map((one) => one.run(end.signal));
  const changing = changeThings(testBed, tokens, end.signal, (reason) => failures.push(reason));
  const samples = await sample(server, minutes, print);
  end.abort();
  const changes = await changing;
  await Promise.all(running);
  const counts = consoles.map(({ counts: one }) => one);
  const details = {
    minutes,
    changes,
    requests: sum(counts.map(({ requests }) => requests)),
    events: sum(counts.map(({ events }) => events)),
    failures: failures.length,
    samples,
  };
  if (failures.length > 0)
    print(`failed requests: ${[...new Set(failures)].slice(0, 5).join(', ')}`);
  return rowsOf(samples, details);
}

interface Sample extends Memory {
  atMinutes: number;
}

function rowsOf(samples: readonly Sample[], details: Record<string, unknown>): Row[] {
  const last = samples.at(-1);
  const from = (last?.atMinutes ?? 0) * WARM_UP_SHARE;
  const warm = samples.filter(({ atMinutes }) => atMinutes >= from);
  const row = (what: string, bytesOf: (one: Sample) => number, isBar: boolean): Row => {
    const { slope, error } = trend(warm.map((one) => [one.atMinutes / 60, bytesOf(one) / 1e6]));
    const held = last ? `${Math.round(bytesOf(last) / 1e6)} MB` : '';
    return {
      name: `${what} of the server with ${ORGANIZATIONS * CONSOLES_EACH} open consoles`,
      measured: `${slope.toFixed(1)} ± ${error.toFixed(1)} MB per hour`,
      against: `${MAX_SLOPE} MB per hour, at ${held}`,
      ratio: slope / MAX_SLOPE,
      target: isBar ? '≤ 1' : 'reported',
      passed: !isBar || slope <= MAX_SLOPE,
      details,
    };
  };
  return [
    row('memory in use', ({ heapUsed, external }) => heapUsed + external, true),
    row('resident memory', ({ rss }) => rss, false),
  ];
}

/** Of the line through the points with the least squares: its slope, and how far from it the true one may be. */
function trend(points: readonly (readonly [x: number, y: number])[]) {
  const count = points.length;
  const mean = (values: readonly number[]) => sum(values) / count;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const spread = sum(points.map(([x]) => (x - meanX) ** 2));
  const slope = sum(points.map(([x, y]) => (x - meanX) * (y - meanY))) / spread;
  const rest = sum(points.map(([x, y]) => (y - meanY - slope * (x - meanX)) ** 2));
  return { slope, error: 2 * Math.sqrt(rest / (count - 2) / spread) };
}

async function sample(
  server: InspectedProcess,
  minutes: number,
  print: Print,
): Promise<readonly Sample[]> {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  for (let at = SAMPLE_MS; at <= minutes * 60_000; at += SAMPLE_MS) {
    await sleep(Math.max(0, startedAt + at - performance.now()));
    const { rss, heapUsed, external } = await server.memory();
    samples.push({ atMinutes: at / 60_000, rss, heapUsed, external });
    if (samples.length % 4 === 0) {
      const [used, resident] = [heapUsed + external, rss].map((one) => (one / 1e6).toFixed(1));
      print(`${at / 60_000} min: ${used} MB in use, ${resident} MB resident`);
    }
  }
  return samples;
}

/** New users of an organization, each with a session; their cookies. */
async function signInUsers({ url }: TestBed, token: string): Promise<string[]> {
  const api = new Throughline({ token, baseUrl: url });
  const cookies: string[] = [];
  for (let n = 0; n < CONSOLES_EACH; n += 1) {
    const email = `${crypto.randomUUID()}@example.com`;
    const { user_id } = await api.users.create({ name: `User ${n}`, email, role: 'dispatcher' });
    const invitation = await api.users.invitations.create(user_id);
    cookies.push(await acceptInvitation(url, invitation.url.split('#')[1] ?? ''));
  }
  return cookies;
}

/** An address may do this ten times per second. */
async function acceptInvitation(url: string, key: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${url}/v1/invitations/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, password: PASSWORD }),
    });
    const [cookie = ''] = response.headers.getSetCookie();
    if (response.ok) return cookie.split(';', 1)[0] ?? '';
    if (response.status !== 429) throw new Error(`${response.status} ${await response.text()}`);
    await sleep(1_000);
  }
}

/** The work of the companies: leads are captured, changed and marked as done, at a steady rate. */
async function changeThings(
  { url }: TestBed,
  tokens: readonly string[],
  signal: AbortSignal,
  onFailure: (reason: string) => void,
): Promise<number> {
  const companies = tokens.map((token) => new Throughline({ token, baseUrl: url }));
  let changes = 0;
  while (!signal.aborted) {
    const api = companies[changes % companies.length];
    if (!api) throw new Error('There are no companies.');
    const phone = `+1415${String(2_000_000 + changes)}`;
    const body = { name: `Person ${changes}`, phone, service_needed: 'water_heater_repair' };
    try {
      const { lead_id, lifecycle_number } = await api.leads.create(body);
      await sleep(CHANGE_MS);
      await api.leads.update(lead_id, { notes: 'Call after five.' });
      await sleep(CHANGE_MS);
      await api.inbox.update(lifecycle_number, { done: true });
    } catch (error) {
      onFailure(`change: ${error}`);
    }
    changes += 3;
    await sleep(CHANGE_MS);
  }
  return changes;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
