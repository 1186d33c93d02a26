import { median, type Print, perSecond, type Row } from './lib/bench.ts';
import { captureRequest } from './lib/capture.ts';
import { httpLoad } from './lib/http-load.ts';
import { startTestBed } from './lib/test-bed.ts';

const CONNECTIONS = 32;
const ROUNDS = 3;
const SECONDS = 4;

/**
 * Captures of one organization wait for each other at its counter; those of other organizations do not: the more
 * organizations share the load, the higher the throughput must be.
 */
export async function organizations(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed();
  const tokens = await testBed.createOrganizations(32);
  const rate = async (count: number) => {
    const result = await httpLoad({
      url: testBed.url,
      connections: CONNECTIONS,
      seconds: SECONDS,
      status: 201,
      request: (connection) => captureRequest(tokens[connection % count]!),
    });
    if (result.failures > 0) throw new Error(`${result.failures} captures failed`);
    return result.perSecond;
  };
  print('warming up for 20 s');
  for (let time = 0; time < 5; time += 1) await rate(32);
  const counts = [1, 4, 32];
  const rates = new Map(counts.map((count) => [count, [] as number[]]));
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const count of counts) rates.get(count)!.push(await rate(count));
    print(
      `round ${round}: ${counts.map((count) => `${count} → ${perSecond(rates.get(count)!.at(-1)!)}`).join(', ')}`,
    );
  }
  const [one, ...more] = counts.map((count) => median(rates.get(count)!));
  return more.map((rate, index) => ({
    name: `capture over HTTP, from 1 to ${counts[index + 1]} organizations`,
    measured: `${perSecond(rate)} over ${counts[index + 1]}`,
    against: `${perSecond(one!)} over 1`,
    ratio: rate / one!,
    target: '≥ 1',
    passed: rate >= one!,
    details: Object.fromEntries(rates),
  }));
}
