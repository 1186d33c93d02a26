import { type Print, perSecond, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { cpuOf, cpuOfPostgres, postmasterOf } from './lib/processor-time.ts';
import type { TestBed } from './lib/test-bed.ts';
import {
  appendEvents,
  createEndpoint,
  post,
  type Receiver,
  startReceiver,
  startWebhookTestBed,
  until,
} from './lib/webhooks.ts';

const EVENTS = 24_000;
const TARGETS = { one: 1_000, eight: 5_000 };

/** A backlog that was queued while its endpoints were disabled is sent to a fast receiver. */
export async function webhooksThroughput(print: Print): Promise<Row[]> {
  await using testBed = await startWebhookTestBed();
  using receiver = await startReceiver();
  const tokens = await testBed.createOrganizations(9);
  const eight = [1, 2, 3, 4, 5, 6, 7, 8];
  // The first run fills the caches.
  await drain(testBed, receiver, tokens, { numbers: [0], target: TARGETS.one }, print);
  return [
    await drain(testBed, receiver, tokens, { numbers: [0], target: TARGETS.one }, print),
    await drain(testBed, receiver, tokens, { numbers: eight, target: TARGETS.eight }, print),
  ];
}

async function drain(
  testBed: TestBed,
  receiver: Receiver,
  tokens: readonly string[],
  { numbers, target }: { numbers: readonly number[]; target: number },
  print: Print,
): Promise<Row> {
  const fields = { url: `${receiver.url}/fast`, event_types: ['lead.updated'], enabled: false };
  const paths = new Map<number, string>();
  for (const number of numbers) {
    paths.set(number, await createEndpoint(testBed, tokens[number]!, fields));
    await appendEvents(testBed, `Company ${number}`, EVENTS / numbers.length);
    await post(testBed, tokens[number]!, '/v1/leads', {
      phone: '+15550100200',
      service_needed: 'roof_repair',
    });
  }
  const pending = async () => {
    const sql = `select count(*)::int as n from webhook_deliveries where status = 'pending'`;
    return (await testBed.sql.query(sql)).rows[0].n as number;
  };
  await until(async () => (await pending()) === EVENTS, { withinMs: 120_000, everyMs: 500 });
  // The queued rows are written to disk before they are read.
  await testBed.sql.query('checkpoint');
  await receiver.take();
  const postmaster = await postmasterOf(testBed.sql);
  const cpuNow = () => ({
    server: cpuOf(testBed.serverPid),
    postgres: cpuOfPostgres(postmaster),
    receiver: cpuOf(receiver.pid),
  });
  const before = cpuNow();
  for (const [number, path] of paths) await post(testBed, tokens[number]!, `${path}/enable`);
  await until(async () => (await receiver.count()) >= EVENTS, { withinMs: 120_000 });
  await until(async () => (await pending()) === 0, { withinMs: 30_000 });
  const after = cpuNow();
  const cpu = {
    server: after.server - before.server,
    postgres: after.postgres - before.postgres,
    receiver: after.receiver - before.receiver,
  };
  const arrivals = await receiver.take();
  const times = arrivals.map(({ at }) => at);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  const rate = arrivals.length / seconds;
  const ids = new Set(arrivals.map(({ id }) => id)).size;
  const perEvent = Object.entries(cpu).map(
    ([name, used]) => `${name} ${Math.round((used * 1e6) / EVENTS)} µs`,
  );
  print(`${perSecond(rate)}; CPU time per delivery: ${perEvent.join(', ')}`);
  for (const [number, path] of paths) await callerOf(testBed, tokens[number]!)('DELETE', path);
  return {
    name: `webhooks: backlog of ${EVENTS} to ${numbers.length} endpoint${numbers.length > 1 ? 's' : ''}`,
    measured: perSecond(rate),
    against: perSecond(target),
    ratio: rate / target,
    target: '≥ 1',
    passed: rate >= target && ids === EVENTS,
    details: { cpu_seconds: cpu, arrivals: arrivals.length, events: ids },
  };
}
