import { setTimeout as sleep } from 'node:timers/promises';
import { type Print, perSecond, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { begin, countRuns, createLead, createPlaybook, until } from './lib/playbooks.ts';
import { OPERATOR_TOKEN, spawnServer, startTestBed } from './lib/test-bed.ts';

const ORGANIZATIONS = 10;
const RUNS_OF_EACH = 240;
const BAR_PER_SECOND = 200;

/**
 * How many runs of five steps without a wait one worker completes per second. They are started through the API while
 * no worker is running; then one is started and processes them all, including passing their events to all followers.
 */
export async function playbooksThroughput(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed({ THROUGHLINE_ROLE: 'api', LOG_LEVEL: 'fatal' });
  const tokens = await testBed.createOrganizations(ORGANIZATIONS);
  for (const token of tokens) {
    const call = callerOf(testBed, token);
    const user = { name: 'Rosa', email: 'rosa@example.com', role: 'dispatcher' };
    const { user_id } = (await call('POST', '/v1/users', user)).body as { user_id: string };
    const playbook = await createPlaybook(call, {
      stop_on: ['communication.received', 'appointment.booked'],
      steps: [
        { id: 'note', do: 'update_lead', with: { notes: 'Hello {{ lead.lead_id }}' } },
        { id: 'qualify', do: 'qualify', when: "lead.status == 'new'" },
        { id: 'give', do: 'assign', with: { user_id } },
        {
          id: 'task',
          do: 'create_task',
          with: { title: 'Call {{ lead.email }}', delay: 'P1D' },
        },
        {
          id: 'done',
          do: 'update_lead',
          when: 'lead.assigned_to != null',
          with: { notes: 'Task {{ steps.task.output.follow_up_id }}' },
        },
      ],
    });
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = 0; n < RUNS_OF_EACH / 8; n += 1) {
          await begin(call, playbook, await createLead(call));
        }
      }),
    );
  }
  const total = ORGANIZATIONS * RUNS_OF_EACH;
  print(`${total} runs are queued`);
  const worker = await startWorker(testBed);
  try {
    await until(async () => (await countRuns(testBed.sql, "status = 'completed'")) === total);
    await sleep(200);
  } finally {
    worker.kill('SIGKILL');
  }
  const { rows } = await testBed.sql.query(
    `select extract(epoch from max(finished_at) - min(started_at))::double precision as seconds
         from playbook_runs`,
  );
  const rate = total / rows[0].seconds;
  return [
    {
      name: 'runs of a playbook of 5 steps, one worker',
      measured: perSecond(rate),
      against: `${BAR_PER_SECOND}/s`,
      ratio: rate / BAR_PER_SECOND,
      target: '≥ 1',
      passed: rate >= BAR_PER_SECOND,
      details: { runs: total, seconds: rows[0].seconds, organizations: ORGANIZATIONS },
    },
  ];
}

async function startWorker(testBed: Awaited<ReturnType<typeof startTestBed>>) {
  const { host, port, user, database } = testBed.postgres.connection;
  const spawned = spawnServer({
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    THROUGHLINE_BOOTSTRAP_TOKEN: OPERATOR_TOKEN,
    THROUGHLINE_ROLE: 'worker',
    LOG_LEVEL: 'fatal',
  });
  await spawned.url;
  return spawned.process;
}
