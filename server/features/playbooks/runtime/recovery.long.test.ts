import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { ApiClient } from '../../../testing/api-client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { shared } from '../../../testing/fixtures.ts';
import { Playbooks, startReceiver } from '../../../testing/playbooks.ts';
import {
  cleanUp,
  databaseUrl,
  newDataDirectory,
  type ServerProcess,
  startServer,
} from '../../../testing/server-process.ts';
import { takes } from '../../../testing/takes.ts';
import { createTestDatabase } from '../../../testing/test-server.ts';

const RUNS = 24;
const TOKEN = 'token-of-the-crashing-playbooks';

const database = shared(createTestDatabase);
after(async () => {
  await cleanUp();
  await database.drop();
});

it('every run ends, and every step has its effect once or is unknown, although the service is killed during requests', async () => {
  const receiver = await startReceiver();
  receiver.answer = async (_request, response) => {
    await takes(50);
    response.end('ok');
  };
  const directory = newDataDirectory();
  const start = () =>
    startServer({
      THROUGHLINE_DATA_DIR: directory,
      DATABASE_URL: databaseUrl(database.connection),
      THROUGHLINE_BOOTSTRAP_TOKEN: TOKEN,
      THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'silent',
    });
  let server: ServerProcess = await start();
  const api = (): ApiClient => server.api(TOKEN);
  const playbook = await new Playbooks(api()).make({
    steps: [
      { id: 'note', do: 'update_lead', with: { notes: '{{ lead.notes }}x' } },
      { id: 'call', do: 'http_request', with: { url: `${receiver.url}/`, timeout_seconds: 1 } },
      { id: 'task', do: 'create_task', with: { title: 'Call {{ lead.phone }}' } },
    ],
  });
  const leads = [];
  for (let n = 0; n < RUNS; n += 1) {
    const lead = await new Playbooks(api()).newLead({ notes: 'x' });
    leads.push(lead);
    await new Playbooks(api()).run(playbook, { lead_id: lead.lead_id });
    if (n % 12 !== 11) continue;
    const seen = receiver.received.length;
    await eventually(async () => receiver.received.length > seen, 60_000);
    await server.crash();
    server = await start();
  }
  const playbooks = new Playbooks(api());
  // The claim of a killed worker expires after ten seconds.
  await eventually(
    async () => (await playbooks.list('&status=completed')).length === RUNS,
    180_000,
  );
  const keys = receiver.received.map(({ headers }) => headers['idempotency-key']);
  assert.equal(new Set(keys).size, keys.length, 'a request was received twice');
  for (const { run_id } of await playbooks.list()) {
    const run = await playbooks.read(run_id);
    assert.deepEqual(
      run.steps.map((step: { step_id: string }) => step.step_id),
      ['note', 'call', 'task'],
    );
    const isKnown = run.steps[1].status === 'completed';
    assert(isKnown || run.steps[1].status === 'unknown', run.steps[1].status);
    assert.equal(run.has_unknown, !isKnown);
    if (isKnown) assert(keys.includes(run.steps[1].key));
  }
  for (const { lead_id } of leads) {
    assert.equal((await api().get(`/v1/leads/${lead_id}`)).body.notes, 'xx');
  }
  await server.stop();
  await receiver.stop();
});
