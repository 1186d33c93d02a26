import type { Config } from '../server/config.ts';
import type { Api, Body } from './api.ts';
import { dateOf } from './calendar.ts';
import type { Filled } from './fill.ts';

interface Report {
  filled: Filled;
  config: Config;
  seed: number;
  seconds: () => number;
}

/** Prints what was created, its token, and three commands to try. */
export async function printReport({ filled, config, seed, seconds }: Report): Promise<void> {
  const { api, name, token, requests, hasChannels } = filled;
  const address = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const isServed = await isReachable(address);
  const counts = await countAll(api);
  const story = await fullestStory(api);
  const call = (path: string) =>
    `  curl -s '${address}${path}' -H "Authorization: Bearer ${token}"`;
  const lines = [
    '',
    `${name} was created: a month of data of 12 technicians, with ${requests.toLocaleString('en')} requests in ${seconds().toFixed(1)} s (seed ${seed})`,
    `  Token           ${token}`,
    '                  shown only once',
    ...counts.map(({ what, text }) => `  ${what.padEnd(15)} ${text}`),
    ...(hasChannels ? [] : ['  Texts and emails were not sent: THROUGHLINE_SECRET_KEY is not set']),
    '',
    ...(isServed ? [] : [`Start the service with "npm start", then:`, '']),
    'Today’s dispatch board, the history of one customer, and the health of the playbooks:',
    call(`/v1/dispatch?date=${dateOf(Date.now())}`),
    call(`/v1/lifecycles/${story}`),
    call('/v1/automation/health'),
    '',
  ];
  console.log(lines.join('\n'));
}

async function isReachable(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}

const COUNTED = [
  ['Leads', '/v1/leads?include_deleted=true', 'status'],
  ['Appointments', '/v1/appointments', 'status'],
  ['Jobs', '/v1/jobs', 'status'],
  ['Invoices', '/v1/invoices', 'status'],
  ['Communications', '/v1/communications', 'channel'],
  ['Follow-ups', '/v1/follow-ups', 'status'],
  ['Playbook runs', '/v1/playbook-runs', 'status'],
] as const;

async function countAll(api: Api): Promise<{ what: string; text: string }[]> {
  const lines: { what: string; text: string }[] = [];
  for (const [what, path, by] of COUNTED) {
    const counts = new Map<string, number>();
    for await (const one of everyOne(api, path)) {
      counts.set(one[by], (counts.get(one[by]) ?? 0) + 1);
    }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const parts = [...counts].sort((a, b) => b[1] - a[1]);
    const text = parts.map(([value, count]) => `${count} ${value.replaceAll('_', ' ')}`).join(', ');
    lines.push({ what, text: `${total}: ${text}` });
  }
  return lines;
}

async function* everyOne(api: Api, path: string): AsyncGenerator<Body> {
  let cursor: string | null = null;
  do {
    const query = `${path.includes('?') ? '&' : '?'}limit=200${cursor ? `&cursor=${cursor}` : ''}`;
    const page = await api.get(path + query);
    yield* page.data;
    cursor = page.next_cursor ?? null;
  } while (cursor !== null);
}

/** A job in warranty has the longest history. */
async function fullestStory(api: Api): Promise<string> {
  const { data } = await api.get('/v1/jobs?status=in_warranty&limit=100');
  const installed = data.find((job: Body) => job.checklist.length > 0) ?? data[0];
  return installed.lifecycle_number;
}
