import { readFileSync } from 'node:fs';
import { type Print, perSecond, type Row } from './lib/bench.ts';
import { captureRequest } from './lib/capture.ts';
import { httpLoad } from './lib/http-load.ts';
import { startTestBed, type TestBed } from './lib/test-bed.ts';

const CONNECTIONS = 32;
const ROWS = 60_000;
const ROWS_OF_ONE_DOMAIN = 40_000;
const WARM_UP_ROWS = 5_000;
/** Captures on 32 connections when this bar was set. */
const CAPTURES_PER_SECOND = 420;
const NDJSON = 'application/x-ndjson';
const SECONDS = 10;
const SMALL_BYTES = 20e6;
const LARGE_BYTES = 200e6;

/** Importing a file, compared with capturing its rows one by one; and memory use, independent of the file size. */
export async function createImport(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed();
  const tokens = await testBed.createOrganizations(CONNECTIONS + 5);
  const rates = await compareRates(testBed, tokens, print);
  return [...rates, await compareMemory(testBed, tokens.slice(-2), print)];
}

async function compareRates(
  testBed: TestBed,
  tokens: readonly string[],
  print: Print,
): Promise<Row[]> {
  const single = (seconds: number, connections = CONNECTIONS) =>
    httpLoad({
      url: testBed.url,
      connections,
      seconds,
      status: 201,
      request: (connection) => captureRequest(tokens[connection]!),
    });
  // Before the single captures, whose tasks and garbage would otherwise be cleaned up during the import.
  print('warming up');
  await importFile(testBed, tokens.at(-5)!, NDJSON, [rowsOf(WARM_UP_ROWS, ownDomain)], print);
  const done = await importFile(testBed, tokens.at(-4)!, NDJSON, [rowsOf(ROWS, ownDomain)], print);
  print(`import: ${perSecond(done.accepted / done.seconds)}`);
  const oneDomain = [rowsOf(ROWS_OF_ONE_DOMAIN, () => 'company.com')];
  const shared = await importFile(testBed, tokens.at(-3)!, NDJSON, oneDomain, print);
  const sharedRate = shared.accepted / shared.seconds;
  print(`import of one email domain: ${perSecond(sharedRate)}; warming up for 15 s`);
  await single(15);
  const atOnce = await single(SECONDS);
  const inTurn = await single(SECONDS, 1);
  const failures = atOnce.failures + inTurn.failures;
  if (failures > 0) throw new Error(`${failures} captures failed`);
  const rate = done.accepted / done.seconds;
  const row = (against: number, how: string): Row => ({
    name: `import of ${ROWS.toLocaleString('en')} rows, compared with captures ${how}`,
    measured: perSecond(rate),
    against: perSecond(against),
    ratio: rate / against,
    target: '≥ 10',
    passed: rate >= 10 * against,
    details: { ...done },
  });
  return [
    row(CAPTURES_PER_SECOND, `at ${CAPTURES_PER_SECOND}/s`),
    row(inTurn.perSecond, 'one after the other'),
    row(atOnce.perSecond, `on ${CONNECTIONS} connections at once`),
    {
      name: `import of ${ROWS_OF_ONE_DOMAIN.toLocaleString('en')} rows of one email domain`,
      measured: perSecond(sharedRate),
      against: `${perSecond(rate)} with a domain per row`,
      ratio: sharedRate / rate,
      target: '≥ 1',
      passed: sharedRate >= rate,
      details: { ...shared },
    },
  ];
}

/** Long rows that are rejected in the end, so that the size of the file matters and not the number of leads. */
async function compareMemory(
  testBed: TestBed,
  [first, second]: string[],
  print: Print,
): Promise<Row> {
  const filler = `Someone,12,ac_repair,${'x'.repeat(20_000)}\n`;
  const file = (size: number) => {
    const rows = filler.repeat(50);
    return [
      'name,phone,service_needed,notes\n',
      ...Array(Math.ceil(size / rows.length)).fill(rows),
    ];
  };
  const highest = async (token: string, size: number) => {
    let peak = 0;
    const watching = setInterval(() => {
      peak = Math.max(peak, residentBytes(testBed.serverPid));
    }, 100);
    await importFile(testBed, token, 'text/csv', file(size), print);
    clearInterval(watching);
    print(`${Math.round(size / 1e6)} MB: at most ${Math.round(peak / 1e6)} MB resident`);
    return peak;
  };
  const small = await highest(first!, SMALL_BYTES);
  const large = await highest(second!, LARGE_BYTES);
  const ratio = large / small;
  return {
    name: `memory of the server, import of ${LARGE_BYTES / 1e6} MB`,
    measured: `${Math.round(large / 1e6)} MB`,
    against: `${Math.round(small / 1e6)} MB, import of ${SMALL_BYTES / 1e6} MB`,
    ratio,
    target: '≤ 1.3',
    passed: ratio <= 1.3,
  };
}

/** The leads of the single captures, one per line, with email addresses of these domains. */
function rowsOf(count: number, domainOf: (row: number) => string): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const body = captureRequest('').split('\r\n\r\n')[1]!;
    return body.replace('@example.com', `@${domainOf(row)}`);
  });
  return rows.join('\n');
}

/** The single captures are spread over many organizations; in one, a whole town would share a company domain. */
function ownDomain(row: number): string {
  return `company${row.toString(36)}.com`;
}

interface Done {
  status: string;
  accepted: number;
  seconds: number;
}

/** From the first byte sent to the last row captured. */
async function importFile(
  { url }: TestBed,
  token: string,
  type: string,
  pieces: readonly string[],
  print: Print,
): Promise<Done> {
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const sent = await fetch(`${url}/v1/imports`, {
    method: 'POST',
    headers,
    body: ReadableStream.from(pieces.map((piece) => Buffer.from(piece))),
    duplex: 'half',
  } as unknown as RequestInit);
  const { import_id } = (await sent.json()) as { import_id: string };
  print(`received in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const response = await fetch(`${url}/v1/imports/${import_id}?limit=1`, { headers });
    const { status, accepted } = (await response.json()) as Omit<Done, 'seconds'>;
    if (status === 'failed') throw new Error('The import failed');
    if (status === 'running') continue;
    return { status, accepted, seconds: (performance.now() - startedAt) / 1000 };
  }
}

function residentBytes(pid: number): number {
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1];
  return Number(pages) * 4096;
}
