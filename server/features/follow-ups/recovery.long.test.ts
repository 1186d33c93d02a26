import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { ApiClient } from '../../testing/api-client.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared } from '../../testing/fixtures.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import {
  cleanUp,
  databaseUrl,
  newDataDirectory,
  type ServerProcess,
  startServer,
} from '../../testing/server-process.ts';
import { createTestDatabase } from '../../testing/test-server.ts';

const TOKEN = 'token-of-the-follow-ups';
const EMAILS = 20;
const TASKS = 20;

const database = shared(createTestDatabase);
let mailServer: MailServer;
let server: ServerProcess;
let api: ApiClient;

const start = (role: string) =>
  startServer({
    THROUGHLINE_DATA_DIR: newDataDirectory(),
    THROUGHLINE_BOOTSTRAP_TOKEN: TOKEN,
    THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true',
    THROUGHLINE_ROLE: role,
    DATABASE_URL: databaseUrl(database.connection),
    LOG_LEVEL: 'silent',
  });

before(async () => {
  mailServer = await startMailServer();
  server = await start('api');
  api = server.api(TOKEN);
  const settings = { host: '127.0.0.1', port: mailServer.port, from_address: 'a@example.com' };
  assert.equal((await api.post('/v1/channels', { kind: 'smtp', settings })).status, 201);
  // No quiet hours, at whatever time the test runs.
  const quiet_hours = { allowed_from: '00:00', allowed_until: '24:00' };
  // All of them are for one person.
  const limits = { quiet_hours, messages_per_person_per_day: EMAILS };
  assert.equal((await api.patch('/v1/organization', limits)).status, 200);
});
after(async () => {
  await cleanUp();
  await mailServer.stop();
  await database.drop();
});

it('every follow-up fires exactly once although the worker is killed repeatedly', async () => {
  const sql = database.owner;
  const lead = { email: 'dana@example.com', service_needed: 'repair' };
  const { lead_id } = (await api.post('/v1/leads', lead)).body;
  const delay = 'PT2S';
  for (let n = 0; n < EMAILS; n += 1) {
    const email = { lead_id, channel: 'email', delay, subject: `Email ${n}.`, body: 'Hi' };
    assert.equal((await api.post('/v1/follow-ups', email)).status, 201);
  }
  for (let n = 0; n < TASKS; n += 1) {
    const task = { lead_id, channel: 'task', delay, body: `Task ${n}` };
    assert.equal((await api.post('/v1/follow-ups', task)).status, 201);
  }

  // Kill a worker inside the transaction that fires them: the table lock keeps it from queueing the emails.
  await sql.query('begin');
  await sql.query('lock table communications in exclusive mode');
  let worker = await start('worker');
  const blocked = `select from pg_locks where not granted and relation = 'communications'::regclass`;
  await eventually(async () => (await sql.query(blocked)).rowCount, 60_000);
  await worker.crash();
  await sql.query('commit');

  // Kill another worker at a random point.
  worker = await start('worker');
  await eventually(async () => mailServer.mails.length > 0, 60_000);
  await worker.crash();
  worker = await start('worker');
  const waiting = `select from follow_ups where status = 'scheduled'`;
  await eventually(async () => (await sql.query(waiting)).rowCount === 0, 60_000);

  const { rows } = await sql.query('select status, reason, subject from follow_ups');
  const subjects = mailServer.mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)![1]!);
  assert.equal(new Set(subjects).size, subjects.length, 'an email was sent twice');
  for (const { status, reason, subject } of rows) {
    if (subject === null) {
      assert.equal(status, 'due');
      continue;
    }
    // If the worker was killed while sending, the outcome is unknown and is reported as such.
    if (status === 'failed') assert.equal(reason, 'unknown');
    else assert.deepEqual([status, subjects.includes(subject)], ['sent', true]);
  }
  const twice = await sql.query(
    `select data->>'follow_up_id' from events where type in ('follow_up.due', 'communication.queued')
     group by data->>'follow_up_id', data->>'communication_id' having count(*) > 1`,
  );
  assert.equal(twice.rowCount, 0);
  const queued = await sql.query(`select from events where type = 'communication.queued'`);
  assert.equal(queued.rowCount, EMAILS);
});
