import { setTimeout as sleep } from 'node:timers/promises';
import { type Print, percentile, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import {
  begin,
  countRuns,
  createLead,
  createPlaybook,
  repeatWaiting,
  until,
} from './lib/playbooks.ts';
import { startTestBed } from './lib/test-bed.ts';

const RUNS = 10_000;
const SPREAD_SECONDS = 60;
const HEAD_START_MS = 15_000;
const ORGANIZATIONS = 10;
const LEADS = 20;
const TARGET_MS = 250;

/** How late runs continue while ten thousand become due in one minute, in a single process. */
export async function playbooksTimers(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed({ LOG_LEVEL: 'fatal' });
  for (const token of await testBed.createOrganizations(ORGANIZATIONS)) {
    const call = callerOf(testBed, token);
    const playbook = await createPlaybook(call, {
      stop_on: ['communication.received'],
      steps: [
        { id: 'pause', do: 'wait', with: { duration: 'P300D' } },
        { id: 'note', do: 'update_lead', with: { notes: '{{ lead.email }} {{ now }}' } },
      ],
    });
    for (let n = 0; n < LEADS; n += 1) await begin(call, playbook, await createLead(call));
  }
  const models = ORGANIZATIONS * LEADS;
  await until(async () => (await countRuns(testBed.sql, "status = 'waiting'")) === models);
  const firstAt = new Date(Date.now() + HEAD_START_MS);
  await repeatWaiting(testBed.sql, RUNS, firstAt, SPREAD_SECONDS);
  print(`${RUNS} runs are waiting; the first is due at ${firstAt.toISOString()}`);
  await sleep(firstAt.getTime() - Date.now() + SPREAD_SECONDS * 1000);
  await until(async () => (await countRuns(testBed.sql, "status = 'completed'")) === RUNS);
  const { rows } = await testBed.sql.query(
    `select extract(epoch from finished_at - (input->>'due')::timestamptz)::double precision * 1000 as late_ms
         from playbook_runs where status = 'completed'`,
  );
  const late = rows.map(({ late_ms }) => late_ms as number);
  const p99 = percentile(late, 0.99);
  return [
    {
      name: `lateness of runs, ${RUNS.toLocaleString('en')} due in a minute`,
      measured: `p99 ${Math.round(p99)} ms`,
      against: `${TARGET_MS} ms`,
      ratio: p99 / TARGET_MS,
      target: '≤ 1',
      passed: p99 <= TARGET_MS && late.length === RUNS,
      details: { p50_ms: percentile(late, 0.5), p99_ms: p99, greatest_ms: Math.max(...late) },
    },
  ];
}
