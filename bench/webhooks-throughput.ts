import { type Bench, perSecond, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import type { Stand } from './lib/stand.ts';
import {
  appendEvents,
  cpuSeconds,
  makeEndpoint,
  post,
  type Receiver,
  startReceiver,
  startWebhookStand,
  until,
} from './lib/webhooks.ts';

const EVENTS = 10_000;
const BAR = 1_000;

/** A backlog that queued while its endpoints were disabled goes out to a fast receiver. */
export const webhooksThroughput: Bench = {
  name: 'webhooks-throughput',
  async run(say) {
    const stand = await startWebhookStand();
    const receiver = await startReceiver();
    try {
      const tokens = await stand.makeOrganizations(5);
      const rows: Row[] = [];
      // The first fills the caches.
      for (const numbers of [[0], [0], [1, 2, 3, 4]]) {
        rows.push(await drain(stand, receiver, tokens, numbers, say));
      }
      return rows.slice(1);
    } finally {
      receiver.stop();
      await stand.stop();
    }
  },
};

async function drain(
  stand: Stand,
  receiver: Receiver,
  tokens: readonly string[],
  numbers: readonly number[],
  say: (message: string) => void,
): Promise<Row> {
  const fields = { url: `${receiver.url}/fast`, event_types: ['lead.updated'], enabled: false };
  const paths = new Map<number, string>();
  for (const number of numbers) {
    paths.set(number, await makeEndpoint(stand, tokens[number]!, fields));
    await appendEvents(stand, `Company ${number}`, EVENTS / numbers.length);
    await post(stand, tokens[number]!, '/v1/leads', {
      phone: '+15550100200',
      service_needed: 'roof_repair',
    });
  }
  const pending = async () => {
    const sql = `select count(*)::int as n from webhook_deliveries where status = 'pending'`;
    return (await stand.sql.query(sql)).rows[0].n as number;
  };
  await until(async () => (await pending()) === EVENTS, { withinMs: 120_000, everyMs: 500 });
  // What was queued is settled in the tables before it is read.
  await stand.sql.query('checkpoint');
  await receiver.take();
  const postmaster = await postmasterOf(stand);
  const pids = { server: stand.serverPid, postgres: postmaster, receiver: receiver.pid };
  const before = Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)] as const);
  for (const [number, path] of paths) await post(stand, tokens[number]!, `${path}/enable`);
  await until(async () => (await receiver.count()) >= EVENTS, { withinMs: 120_000 });
  await until(async () => (await pending()) === 0, { withinMs: 30_000 });
  const cpu = Object.fromEntries(
    before.map(([name, seconds]) => [name, cpuSeconds(pids[name as 'server']) - seconds]),
  );
  const arrivals = await receiver.take();
  const times = arrivals.map(({ at }) => at);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  const rate = arrivals.length / seconds;
  const ids = new Set(arrivals.map(({ id }) => id)).size;
  const perEvent = Object.entries(cpu).map(
    ([name, used]) => `${name} ${Math.round((used * 1e6) / EVENTS)} µs`,
  );
  say(`${perSecond(rate)}; processor time a delivery: ${perEvent.join(', ')}`);
  for (const [number, path] of paths) await callerOf(stand, tokens[number]!)('DELETE', path);
  return {
    name: `webhooks: backlog of ${EVENTS} to ${numbers.length} endpoint${numbers.length > 1 ? 's' : ''}`,
    measured: perSecond(rate),
    against: perSecond(BAR),
    ratio: rate / BAR,
    bar: '≥ 1',
    holds: rate >= BAR && ids === EVENTS,
    details: { cpu_seconds: cpu, arrivals: arrivals.length, events: ids },
  };
}

async function postmasterOf(stand: Stand): Promise<number> {
  const sql = `select pg_read_file('postmaster.pid') as text`;
  return Number((await stand.sql.query(sql)).rows[0].text.split('\n')[0]);
}
