import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, median, percentile } from './lib/bench.ts';
import {
  captureSteadily,
  latencies,
  makeEndpoint,
  post,
  startReceiver,
  startWebhookStand,
} from './lib/webhooks.ts';

const ORGANIZATIONS = 4;
const CAPTURES_PER_SECOND = 40;
const SECONDS = 10;
const ROUNDS = 5;

/** What one endpoint that hangs for 15 s costs the others: phases with it and without it, in turn. */
export const webhooksIsolation: Bench = {
  name: 'webhooks-isolation',
  async run(say) {
    const stand = await startWebhookStand();
    const receiver = await startReceiver();
    try {
      const tokens = await stand.makeOrganizations(ORGANIZATIONS);
      for (const token of tokens) await makeEndpoint(stand, token, { url: `${receiver.url}/good` });
      const hanging = { url: `${receiver.url}/hang`, enabled: false };
      const path = await makeEndpoint(stand, tokens[0]!, hanging);
      const pace = { perSecond: CAPTURES_PER_SECOND, seconds: SECONDS };
      await captureSteadily(stand, tokens, pace);
      const p99 = { without: [] as number[], with: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        // Whichever comes first is not always the same.
        for (const phase of round % 2 === 0
          ? (['without', 'with'] as const)
          : (['with', 'without'] as const)) {
          await post(stand, tokens[0]!, `${path}/${phase === 'with' ? 'enable' : 'disable'}`);
          await sleep(1_000);
          const begun = await receiver.take();
          const captured = await captureSteadily(stand, tokens, pace);
          await sleep(2_000);
          const arrivals = await receiver.take();
          const late = latencies(captured, arrivals, (one) => one.path === '/good');
          p99[phase].push(percentile(late, 0.99));
          const hung = [...begun, ...arrivals].filter((one) => one.path === '/hang').length;
          say(`${phase}: p99 ${Math.round(p99[phase].at(-1)!)} ms, ${hung} requests left hanging`);
        }
      }
      const [without, withIt] = [median(p99.without), median(p99.with)];
      return [
        {
          name: 'webhooks: p99 of others while one endpoint hangs',
          measured: `${Math.round(withIt)} ms`,
          against: `${Math.round(without)} ms without it`,
          ratio: withIt / without,
          bar: '≤ 1.1',
          holds: withIt / without <= 1.1,
          details: { p99_ms: p99 },
        },
      ];
    } finally {
      receiver.stop();
      await stand.stop();
    }
  },
};
