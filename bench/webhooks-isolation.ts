import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Print, percentile, type Row } from './lib/bench.ts';
import {
  captureSteadily,
  createEndpoint,
  latencies,
  post,
  startReceiver,
  startWebhookTestBed,
} from './lib/webhooks.ts';

const ORGANIZATIONS = 4;
const CAPTURES_PER_SECOND = 40;
const SECONDS = 10;
const ROUNDS = 5;

/** The effect of one endpoint that hangs for 15 s on the others: alternating phases with and without it. */
export async function webhooksIsolation(print: Print): Promise<Row[]> {
  await using testBed = await startWebhookTestBed();
  using receiver = await startReceiver();
  const tokens = await testBed.createOrganizations(ORGANIZATIONS);
  for (const token of tokens) await createEndpoint(testBed, token, { url: `${receiver.url}/good` });
  const hanging = { url: `${receiver.url}/hang`, enabled: false };
  const path = await createEndpoint(testBed, tokens[0]!, hanging);
  const pace = { perSecond: CAPTURES_PER_SECOND, seconds: SECONDS };
  await captureSteadily(testBed, tokens, pace);
  const p99 = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order changes in every round.
    for (const phase of round % 2 === 0
      ? (['without', 'with'] as const)
      : (['with', 'without'] as const)) {
      await post(testBed, tokens[0]!, `${path}/${phase === 'with' ? 'enable' : 'disable'}`);
      await sleep(1_000);
      const begun = await receiver.take();
      const captured = await captureSteadily(testBed, tokens, pace);
      await sleep(2_000);
      const arrivals = await receiver.take();
      const late = latencies(captured, arrivals, (one) => one.path === '/good');
      p99[phase].push(percentile(late, 0.99));
      const hung = [...begun, ...arrivals].filter((one) => one.path === '/hang').length;
      print(`${phase}: p99 ${Math.round(p99[phase].at(-1)!)} ms, ${hung} requests left hanging`);
    }
  }
  const [without, withIt] = [median(p99.without), median(p99.with)];
  return [
    {
      name: 'webhooks: p99 of others while one endpoint hangs',
      measured: `${Math.round(withIt)} ms`,
      against: `${Math.round(without)} ms without it`,
      ratio: withIt / without,
      target: '≤ 1.1',
      passed: withIt / without <= 1.1,
      details: { p99_ms: p99 },
    },
  ];
}
