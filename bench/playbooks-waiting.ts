import { readFileSync } from 'node:fs';
import { median, type Print, perSecond, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { captureRequest } from './lib/capture.ts';
import { httpLoad } from './lib/http-load.ts';
import {
  begin,
  countRuns,
  createLead,
  createPlaybook,
  repeatWaiting,
  until,
} from './lib/playbooks.ts';
import { startTestBed } from './lib/test-bed.ts';

const WAITING = 100_000;
const ORGANIZATIONS = 8;
const CONNECTIONS = 16;
const ROUNDS = 4;
const SECONDS = 5;
const YEAR_MS = 365 * 24 * 3_600_000;

/** The effect of a hundred thousand waiting runs on memory and on the capture of leads. */
export async function playbooksWaiting(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed({ LOG_LEVEL: 'fatal' });
  const tokens = await testBed.createOrganizations(ORGANIZATIONS);
  for (const token of tokens) {
    const call = callerOf(testBed, token);
    const playbook = await createPlaybook(call, {
      // Its condition is evaluated for every capture, with and without the runs.
      trigger: { event: 'lead.created', when: "data.source == 'nobody'" },
      enabled: true,
      stop_on: ['communication.received'],
      steps: [
        { id: 'pause', do: 'wait', with: { duration: 'P300D' } },
        { id: 'qualify', do: 'qualify' },
      ],
    });
    for (let n = 0; n < 5; n += 1) await begin(call, playbook, await createLead(call));
  }
  await until(
    async () => (await countRuns(testBed.sql, "status = 'waiting'")) === 5 * ORGANIZATIONS,
  );
  const capture = async (seconds: number) => {
    const { perSecond: rate, failures } = await httpLoad({
      url: testBed.url,
      connections: CONNECTIONS,
      seconds,
      status: 201,
      request: (connection) => captureRequest(tokens[connection % ORGANIZATIONS]!),
    });
    if (failures > 0) throw new Error(`${failures} captures failed`);
    return rate;
  };
  const measure = async (what: string) => {
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rates.push(await capture(SECONDS));
    const memory = memoryOf(testBed.serverPid);
    print(`${what}: ${perSecond(median(rates))}, ${Math.round(memory)} MiB`);
    return { rate: median(rates), memory };
  };
  print('warming up for 20 s');
  await capture(20);
  const without = await measure('without');
  await repeatWaiting(testBed.sql, WAITING, new Date(Date.now() + YEAR_MS), 3_600);
  const withThem = await measure(`with ${WAITING} waiting`);
  const memoryRatio = withThem.memory / without.memory;
  const rateRatio = withThem.rate / without.rate;
  return [
    {
      name: `memory of the server with ${WAITING.toLocaleString('en')} waiting runs`,
      measured: `${Math.round(withThem.memory)} MiB`,
      against: `${Math.round(without.memory)} MiB without`,
      ratio: memoryRatio,
      target: '≤ 1.1',
      passed: memoryRatio <= 1.1,
    },
    {
      name: `capture with ${WAITING.toLocaleString('en')} waiting runs`,
      measured: perSecond(withThem.rate),
      against: `${perSecond(without.rate)} without`,
      ratio: rateRatio,
      target: '≥ 0.9',
      passed: rateRatio >= 0.9,
    },
  ];
}

/** Resident memory in MiB; only on Linux. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1024;
}
