import type { Config } from '../config.ts';
import type { Api } from './api.ts';
import { dateOf } from './calendar.ts';
import type { Filled } from './fill.ts';

interface Report {
  filled: Filled;
  config: Config;
  seed: number;
  seconds: () => number;
  /** What follows the address of the page that signs in. */
  signInKey: string;
}

/** Prints what was created, its token, and three commands to try. */
export async function printReport(report: Report): Promise<void> {
  const { filled, config, seed, seconds, signInKey } = report;
  const { api, name, token, requests, hasChannels } = filled;
  const address = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const isServed = await isReachable(address);
  const counts = await countAll(api);
  const story = await fullestStory(api);
  const lines = [
    '',
    `${name} was created: a month of data of 12 technicians, with ${requests.toLocaleString('en')} requests in ${seconds().toFixed(1)} s (seed ${seed})`,
    `  Token           ${token}`,
    '                  shown only once',
    `  Console         ${address}/sign-in${signInKey}`,
    '                  signs in as the owner, once and within 15 minutes',
    ...counts.map(({ what, text }) => `  ${what.padEnd(15)} ${text}`),
    ...(hasChannels ? [] : ['  Texts and emails were not sent: THROUGHLINE_SECRET_KEY is not set']),
    '',
    ...(isServed ? [] : [`Start the service with "npm start", then:`, '']),
    'Today’s dispatch board, the history of one customer, and the health of the playbooks:',
    `  export THROUGHLINE_URL=${address} THROUGHLINE_TOKEN=${token}`,
    `  npx throughline dispatch get --date ${dateOf(Date.now())}`,
    `  npx throughline lifecycles get ${story}`,
    '  npx throughline automation health',
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

async function countAll(api: Api): Promise<{ what: string; text: string }[]> {
  const lines: { what: string; text: string }[] = [];
  for (const [what, values] of Object.entries(listed(api))) {
    const counts = new Map<string, number>();
    for await (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const parts = [...counts].sort((a, b) => b[1] - a[1]);
    const text = parts.map(([value, count]) => `${count} ${value.replaceAll('_', ' ')}`).join(', ');
    lines.push({ what, text: `${total}: ${text}` });
  }
  return lines;
}

/** What is counted, each by one of its fields. */
function listed(api: Api): Record<string, AsyncIterable<string>> {
  const page = { limit: 200 };
  return {
    Leads: each(api.leads.list({ ...page, include_deleted: true }), ({ status }) => status),
    Appointments: each(api.appointments.list(page), ({ status }) => status),
    Jobs: each(api.jobs.list(page), ({ status }) => status),
    Estimates: each(api.estimates.list(page), ({ status }) => status),
    Invoices: each(api.invoices.list(page), ({ status }) => status),
    Communications: each(api.communications.list(page), ({ channel }) => channel),
    'Follow-ups': each(api.followUps.list(page), ({ status }) => status),
    'Playbook runs': each(api.playbookRuns.list(page), ({ status }) => status),
  };
}

async function* each<T>(items: AsyncIterable<T>, by: (item: T) => string): AsyncGenerator<string> {
  for await (const item of items) yield by(item);
}

/** A job in warranty has the longest history. */
async function fullestStory(api: Api): Promise<string> {
  const { data } = await api.jobs.list({ status: ['in_warranty'], limit: 100 });
  const installed = data.find((job) => job.checklist.length > 0) ?? data[0];
  return installed!.lifecycle_number;
}
