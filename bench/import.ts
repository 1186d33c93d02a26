import { readFileSync } from 'node:fs';
import { type Bench, perSecond, type Row } from './lib/bench.ts';
import { captureRequest } from './lib/capture.ts';
import { httpLoad } from './lib/http-load.ts';
import { type Stand, startStand } from './lib/stand.ts';

const CONNECTIONS = 32;
const ROWS = 60_000;
const WARM_UP_ROWS = 5_000;
const NDJSON = 'application/x-ndjson';
const SECONDS = 10;
const SMALL_BYTES = 20e6;
const LARGE_BYTES = 200e6;

/** Importing a file against capturing its rows one by one; and that memory does not follow the file. */
export const createImport: Bench = {
  name: 'import',
  async run(say) {
    const stand = await startStand();
    try {
      const tokens = await stand.makeOrganizations(CONNECTIONS + 4);
      const rates = await compareRates(stand, tokens, say);
      return [...rates, await compareMemory(stand, tokens.slice(-2), say)];
    } finally {
      await stand.stop();
    }
  },
};

async function compareRates(
  stand: Stand,
  tokens: readonly string[],
  say: (message: string) => void,
): Promise<Row[]> {
  const single = (seconds: number, connections = CONNECTIONS) =>
    httpLoad({
      url: stand.url,
      connections,
      seconds,
      status: 201,
      request: (connection) => captureRequest(tokens[connection]!),
    });
  // Before the single captures, whose tasks and garbage would still be cleared away during the import.
  say('warming up');
  await importFile(stand, tokens.at(-4)!, NDJSON, [rowsOf(WARM_UP_ROWS)], say);
  const done = await importFile(stand, tokens.at(-3)!, NDJSON, [rowsOf(ROWS)], say);
  say(`import: ${perSecond(done.accepted / done.seconds)}; warming up for 15 s`);
  await single(15);
  const atOnce = await single(SECONDS);
  const inTurn = await single(SECONDS, 1);
  const failures = atOnce.failures + inTurn.failures;
  if (failures > 0) throw new Error(`${failures} captures failed`);
  const rate = done.accepted / done.seconds;
  const row = (against: number, how: string): Row => ({
    name: `import of ${ROWS.toLocaleString('en')} rows, against captures ${how}`,
    measured: perSecond(rate),
    against: perSecond(against),
    ratio: rate / against,
    bar: '≥ 10',
    holds: rate >= 10 * against,
    details: { ...done },
  });
  return [
    row(inTurn.perSecond, 'one after the other'),
    row(atOnce.perSecond, `on ${CONNECTIONS} connections at once`),
  ];
}

/** Long rows that are rejected in the end, so that it is the file's size that counts and not the leads'. */
async function compareMemory(
  stand: Stand,
  [first, second]: string[],
  say: (message: string) => void,
): Promise<Row> {
  const filler = `Somebody,12,ac_repair,${'x'.repeat(20_000)}\n`;
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
      peak = Math.max(peak, residentBytes(stand.serverPid));
    }, 100);
    await importFile(stand, token, 'text/csv', file(size), say);
    clearInterval(watching);
    say(`${Math.round(size / 1e6)} MB: at most ${Math.round(peak / 1e6)} MB resident`);
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
    bar: '≤ 1.3',
    holds: ratio <= 1.3,
  };
}

/**
 * The leads that the single captures send, a line each, at a domain each: those captures are spread over
 * many organizations, and here a whole town would work for one company.
 */
function rowsOf(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const body = captureRequest('').split('\r\n\r\n')[1]!;
    return body.replace('@example.com', `@company${row.toString(36)}.com`);
  });
  return rows.join('\n');
}

interface Done {
  status: string;
  accepted: number;
  seconds: number;
}

/** From the first byte sent to the last row captured. */
async function importFile(
  { url }: Stand,
  token: string,
  type: string,
  pieces: readonly string[],
  say: (message: string) => void,
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
  say(`received in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answer = await fetch(`${url}/v1/imports/${import_id}?limit=1`, { headers });
    const { status, accepted } = (await answer.json()) as Omit<Done, 'seconds'>;
    if (status === 'failed') throw new Error('The import failed');
    if (status === 'running') continue;
    return { status, accepted, seconds: (performance.now() - startedAt) / 1000 };
  }
}

function residentBytes(pid: number): number {
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1];
  return Number(pages) * 4096;
}
