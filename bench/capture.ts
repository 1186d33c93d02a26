import { median, type Print, percentile, perSecond, type Row } from './lib/bench.ts';
import {
  captureRequest,
  captureScript,
  captureVariants,
  createScriptOrganizations,
} from './lib/capture.ts';
import { httpLoad } from './lib/http-load.ts';
import { hasPgbench, pgbench } from './lib/pgbench.ts';
import { startTestBed } from './lib/test-bed.ts';

const CONNECTIONS = 32;
const ORGANIZATIONS = 32;
const ROUNDS = 4;
const SECONDS = 5;

/** Capture over HTTP, compared with the database alone running the same prepared statements. */
export async function capture(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed();
  const tokens = await testBed.createOrganizations(ORGANIZATIONS);
  await createScriptOrganizations(testBed, CONNECTIONS);
  const overHttp = (seconds: number) =>
    httpLoad({
      url: testBed.url,
      connections: CONNECTIONS,
      seconds,
      status: 201,
      request: (connection) => captureRequest(tokens[connection % ORGANIZATIONS]!),
    });
  const database = (seconds: number) =>
    pgbench({
      testBed,
      steps: captureScript,
      variants: captureVariants,
      clients: CONNECTIONS,
      seconds,
    });

  // V8 fully optimizes the hot path only after about twenty thousand captures: until then a capture costs
  // the server a quarter more.
  print('warming up for 25 s');
  await overHttp(25);
  await database(2);
  const http: number[] = [];
  const ceiling: number[] = [];
  const latencies: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const one = await overHttp(SECONDS);
    if (one.failures > 0) throw new Error(`${one.failures} captures failed`);
    http.push(one.perSecond);
    latencies.push(...one.latenciesMs);
    ceiling.push(await database(SECONDS));
    print(
      `round ${round}: HTTP ${perSecond(http.at(-1)!)}, database ${perSecond(ceiling.at(-1)!)}`,
    );
  }
  const ratio = median(http) / median(ceiling);
  const row: Row = {
    name: `capture over HTTP, ${CONNECTIONS} connections, ${ORGANIZATIONS} organizations`,
    measured: perSecond(median(http)),
    against: `${perSecond(median(ceiling))} ${hasPgbench() ? 'pgbench' : 'driver loop'}, same statements`,
    ratio,
    target: '≥ 0.6',
    passed: ratio >= 0.6,
    details: {
      http,
      ceiling,
      p50_ms: percentile(latencies, 0.5),
      p99_ms: percentile(latencies, 0.99),
    },
  };
  return [row];
}
