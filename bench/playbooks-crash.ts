import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver } from '../server/testing/playbooks.ts';
import type { Print, Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { begin, countRuns, createLead, createPlaybook, until } from './lib/playbooks.ts';
import { spawnServer, startTestBed, type TestBed } from './lib/test-bed.ts';

const RUNS = 2_000;
const KILL_EVERY_MS = 2_000;
/** The receiver is slow, so that a kill hits requests in flight. */
const RECEIVER_MS = 30;
const TIMEOUT_MS = 600_000;

/**
 * kill -9 of one of two workers every two seconds while two thousand runs are in progress. All must finish; every
 * request must have been received once, or its step must have the status unknown; and none twice, except those that
 * are marked as safe to repeat, which have the same key.
 */
export async function playbooksCrash(print: Print): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const receiver = end.adopt(await startReceiver(), (started) => started.stop());
  receiver.answer = async (_request, response) => {
    await sleep(RECEIVER_MS);
    response.end('ok');
  };
  await using testBed = await startTestBed({ THROUGHLINE_ROLE: 'api', LOG_LEVEL: 'fatal' });
  const { host, port, user, database } = testBed.postgres.connection;
  const startWorker = () =>
    spawnServer({
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      THROUGHLINE_ROLE: 'worker',
      THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'fatal',
    });
  const workers: ReturnType<typeof startWorker>[] = [];
  using killing = new DisposableStack();
  killing.defer(() => {
    for (const { process, url } of workers) {
      url.catch(() => {});
      process.kill('SIGKILL');
    }
  });
  const [token] = await testBed.createOrganizations(1);
  const call = callerOf(testBed, token!);
  const url = `${receiver.url}/`;
  const playbook = await createPlaybook(call, {
    steps: [
      { id: 'note', do: 'update_lead', with: { notes: '{{ lead.notes }}x' } },
      { id: 'once', do: 'http_request', with: { url, timeout_seconds: 5 } },
      { id: 'task', do: 'create_task', with: { title: 'Call {{ lead.email }}' } },
      { id: 'pause', do: 'wait', with: { duration: 'PT3S' } },
      { id: 'again', do: 'http_request', with: { url, timeout_seconds: 5, idempotent: true } },
      { id: 'last', do: 'update_lead', with: { notes: '{{ lead.notes }}y' } },
    ],
  });
  for (let from = 0; from < RUNS; from += 10) {
    await Promise.all(
      Array.from({ length: 10 }, async () => begin(call, playbook, await createLead(call))),
    );
  }
  print(`${RUNS} runs are queued`);
  let kills = 0;
  const begun = Date.now();
  workers.push(startWorker(), startWorker());
  const isDone = async () => (await countRuns(testBed.sql, 'finished_at is null')) === 0;
  while (!(await isDone())) {
    if (Date.now() - begun > TIMEOUT_MS) throw new Error('Some runs did not finish');
    // Killing a worker that is still starting would have no effect.
    const oldest = workers.shift()!;
    await oldest.url;
    await sleep(KILL_EVERY_MS);
    oldest.process.kill('SIGKILL');
    kills += 1;
    workers.push(startWorker());
  }
  await until(isDone);
  print(`${kills} workers were killed in ${Math.round((Date.now() - begun) / 1000)} s`);
  return [await compare(testBed, receiver, kills)];
}

async function compare(
  testBed: TestBed,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  kills: number,
): Promise<Row> {
  const counts = new Map<string, number>();
  for (const { headers } of receiver.received) {
    const key = String(headers['idempotency-key']);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const { rows } = await testBed.sql.query(
    `select e.data->>'run_id' as run_id, r.status,
                (select s.status from playbook_run_steps s where s.run_id = r.run_id and s.step_id = 'once') as once
         from events e join playbook_runs r on r.lifecycle_number = e.lifecycle_number
         where e.type = 'playbook_run.started'`,
  );
  const notCompleted = rows.filter(({ status }) => status !== 'completed').length;
  const unknown = rows.filter(({ once }) => once === 'unknown').length;
  const lost = rows.filter(
    ({ run_id, once }) => once !== 'unknown' && !counts.has(`${run_id}:once`),
  ).length;
  const doubled = rows.filter(({ run_id }) => (counts.get(`${run_id}:once`) ?? 0) > 1).length;
  const lostAgain = rows.filter(({ run_id }) => !counts.has(`${run_id}:again`)).length;
  const notes = await testBed.sql.query(
    `select count(*)::integer as n from leads where notes <> 'xxy'`,
  );
  const wrongRows = notes.rows[0].n as number;
  const { rows: tasks } = await testBed.sql.query('select count(*)::integer as n from follow_ups');
  const wrong = notCompleted + lost + doubled + lostAgain + wrongRows + Math.abs(tasks[0].n - RUNS);
  return {
    name: `kill -9 of a worker every 2 s (${kills} times) during ${RUNS.toLocaleString('en')} runs`,
    measured: `${rows.length - notCompleted} completed, each effect once`,
    against: `${RUNS} started, ${unknown} steps with status unknown`,
    ratio: (RUNS - wrong) / RUNS,
    target: '= 1',
    passed: wrong === 0 && rows.length === RUNS && kills > 3,
    details: {
      kills,
      unknown,
      lost,
      doubled,
      lost_again: lostAgain,
      wrong_rows: wrongRows,
      tasks: tasks[0].n,
      received: receiver.received.length,
    },
  };
}
