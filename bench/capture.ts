import { median, type Print, percentile, perSecond, type Row } from './lib/bench.ts';
import {
  captureRequest,
  captureScript,
  captureVariants,
  createScriptOrganizations,
  leanScript,
  leanTables,
} from './lib/capture.ts';
import { httpLoad } from './lib/http-load.ts';
import { hasPgbench, pgbench } from './lib/pgbench.ts';
import { startTestBed, type TestBed } from './lib/test-bed.ts';

const CONNECTIONS = 32;
const ORGANIZATIONS = 32;
const ROUNDS = 4;
const SECONDS = 5;

/**
 * Capture over HTTP, in 32 organizations and in one, compared with the database alone: with the least that a capture can
 * be, and with the statements that the service sends.
 */
export async function capture(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed();
  const tokens = await testBed.createOrganizations(ORGANIZATIONS);
  await createScriptOrganizations(testBed, CONNECTIONS);
  await testBed.sql.query(leanTables);
  const latencies: number[] = [];
  const overHttp = async (organizations: number, seconds = SECONDS) => {
    const load = await httpLoad({
      url: testBed.url,
      connections: CONNECTIONS,
      seconds,
      status: 201,
      request: (connection) => captureRequest(tokens[connection % organizations]!),
    });
    if (load.failures > 0) throw new Error(`${load.failures} captures failed`);
    if (organizations > 1) latencies.push(...load.latenciesMs);
    return load.perSecond;
  };

  // V8 fully optimizes the hot path only after about twenty thousand captures: until then a capture costs
  // the server a quarter more.
  print('warming up for 25 s');
  await overHttp(ORGANIZATIONS, 25);
  await ownStatements(testBed, 2);
  latencies.length = 0;
  const measured = {
    many: [] as number[],
    one: [] as number[],
    lean: [] as number[],
    own: [] as number[],
  };
  for (let round = 1; round <= ROUNDS; round += 1) {
    measured.many.push(await overHttp(ORGANIZATIONS));
    measured.one.push(await overHttp(1));
    measured.lean.push(await lean(testBed, SECONDS));
    measured.own.push(await ownStatements(testBed, SECONDS));
    const rates = Object.entries(measured).map(
      ([name, rate]) => `${name} ${perSecond(rate.at(-1)!)}`,
    );
    print(`round ${round}: ${rates.join(', ')}`);
  }
  const [many, one] = [median(measured.many), median(measured.one)];
  const by = hasPgbench() ? 'pgbench' : 'driver loop';
  const details = {
    ...measured,
    p50_ms: percentile(latencies, 0.5),
    p99_ms: percentile(latencies, 0.99),
  };
  const row = (
    name: string,
    rate: number,
    [against, other]: [string, number],
    bar: number,
  ): Row => ({
    name,
    measured: perSecond(rate),
    against: `${perSecond(other)} ${against}`,
    ratio: rate / other,
    target: `≥ ${bar}`,
    passed: rate / other >= bar,
    details,
  });
  const name = `capture over HTTP, ${CONNECTIONS} connections, ${ORGANIZATIONS} organizations`;
  return [
    row(name, many, [`${by}, a lean capture`, median(measured.lean)], 0.25),
    row(name, many, [`${by}, same statements`, median(measured.own)], 0.6),
    row('the same in one organization', one, [`in ${ORGANIZATIONS}`, many], 0.7),
  ];
}

function lean(testBed: TestBed, seconds: number): Promise<number> {
  const script = { steps: leanScript, variants: captureVariants, inOneRoundTrip: true };
  return pgbench({ testBed, ...script, clients: CONNECTIONS, seconds });
}

function ownStatements(testBed: TestBed, seconds: number): Promise<number> {
  const script = { steps: captureScript, variants: captureVariants };
  return pgbench({ testBed, ...script, clients: CONNECTIONS, seconds });
}
