import { type Bench, median, perSecond } from './lib/bench.ts';
import { captureRequest } from './lib/capture.ts';
import { httpLoad } from './lib/http-load.ts';
import { startStand } from './lib/stand.ts';

const CONNECTIONS = 32;
const ROUNDS = 3;
const SECONDS = 4;

/**
 * Captures of one organization take turns on its counter; those of others do not wait for them. One
 * organization alone must not be far behind thirty-two, or the counter would be the bottleneck.
 */
export const organizations: Bench = {
  name: 'organizations',
  async run(say) {
    const stand = await startStand();
    try {
      const tokens = await stand.makeOrganizations(32);
      const rate = async (count: number) => {
        const result = await httpLoad({
          url: stand.url,
          connections: CONNECTIONS,
          seconds: SECONDS,
          status: 201,
          request: (connection) => captureRequest(tokens[connection % count]!),
        });
        if (result.failures > 0) throw new Error(`${result.failures} captures failed`);
        return result.perSecond;
      };
      say('warming up for 20 s');
      for (let time = 0; time < 5; time += 1) await rate(32);
      const counts = [1, 4, 32];
      const rates = new Map(counts.map((count) => [count, [] as number[]]));
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const count of counts) rates.get(count)!.push(await rate(count));
        say(
          `round ${round}: ${counts.map((count) => `${count} → ${perSecond(rates.get(count)!.at(-1)!)}`).join(', ')}`,
        );
      }
      const all = median(rates.get(32)!);
      return [1, 4].map((count) => {
        const some = median(rates.get(count)!);
        return {
          name: `capture over HTTP, ${count} organization${count === 1 ? '' : 's'} of 32`,
          measured: perSecond(some),
          against: `${perSecond(all)} over 32 organizations`,
          ratio: some / all,
          bar: '≥ 0.7',
          holds: some / all >= 0.7,
          details: { rates: rates.get(count), all: rates.get(32) },
        };
      });
    } finally {
      await stand.stop();
    }
  },
};
