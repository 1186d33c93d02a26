import { setTimeout as sleep } from 'node:timers/promises';
import { type Print, percentile, type Row } from './lib/bench.ts';
import {
  captureSteadily,
  createEndpoint,
  latencies,
  startReceiver,
  startWebhookTestBed,
} from './lib/webhooks.ts';

const ORGANIZATIONS = 10;
/** Each emits two events: 200 per second. */
const CAPTURES_PER_SECOND = 100;
const SECONDS = 30;
const P50_MS = 15;
const P99_MS = 100;

/**
 * From the commit of an event, measured as the moment when the response to the capture arrives, to the arrival of
 * its first attempt. Every organization has two endpoints, one of which gets all events.
 */
export async function webhooksLatency(print: Print): Promise<Row[]> {
  await using testBed = await startWebhookTestBed();
  using receiver = await startReceiver();
  const tokens = await testBed.createOrganizations(ORGANIZATIONS);
  for (const token of tokens) {
    await createEndpoint(testBed, token, { url: `${receiver.url}/all` });
    const url = `${receiver.url}/created`;
    await createEndpoint(testBed, token, { url, event_types: ['lead.created'] });
  }
  const pace = { perSecond: CAPTURES_PER_SECOND };
  await captureSteadily(testBed, tokens, { ...pace, seconds: 5 });
  await sleep(2_000);
  await receiver.take();
  const captured = await captureSteadily(testBed, tokens, { ...pace, seconds: SECONDS });
  await sleep(5_000);
  const late = latencies(captured, await receiver.take());
  const expected = captured.length * 3;
  print(`${late.length} of ${expected} deliveries arrived`);
  const rows = [
    ['p50', percentile(late, 0.5), P50_MS],
    ['p99', percentile(late, 0.99), P99_MS],
  ] as const;
  return rows.map(([name, measured, target]) => ({
    name: `webhooks: commit to first attempt at 200 events/s, ${name}`,
    measured: `${Math.round(measured)} ms`,
    against: `${target} ms`,
    ratio: measured / target,
    target: '≤ 1',
    passed: measured <= target && late.length === expected,
    details: { deliveries: late.length, expected, max_ms: Math.round(Math.max(...late)) },
  }));
}
