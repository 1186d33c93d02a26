import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { EventListener } from '../../testing/event-listener.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import {
  cleanUp,
  databaseUrl,
  newDataDirectory,
  type ServerProcess,
  startServer,
} from '../../testing/server-process.ts';
import { sized } from '../../testing/sized.ts';
import { createTestDatabase } from '../../testing/test-server.ts';

const COUNT = sized({ long: 500, nightly: 2_000 });

describe(`${COUNT} listeners of one process`, () => {
  const database = shared(createTestDatabase);
  let server: ServerProcess;
  before(async () => {
    server = await startServer({
      THROUGHLINE_DATA_DIR: newDataDirectory(),
      DATABASE_URL: databaseUrl(database.connection),
    });
  });
  after(async () => {
    await cleanUp();
    await database.drop();
  });

  it('all get an event and heartbeats, and cost only kilobytes each', async (test) => {
    const { url, token } = server;
    const memory = async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)![1]);
    };
    const before = await memory();
    const listeners: EventListener[] = [];
    while (listeners.length < COUNT) {
      const batch = Array.from({ length: 100 }, () => EventListener.open(url, token!));
      listeners.push(...(await Promise.all(batch)));
    }
    const perListener = ((await memory()) - before) / COUNT;
    test.diagnostic(`${(perListener / 1024).toFixed(1)} KiB of memory per listener`);

    const api = server.api();
    assert.equal((await api.post('/v1/leads', freshLead())).status, 201);
    await eventually(async () => listeners.every(({ events }) => events.length === 2), 60_000);
    const beats = ({ comments }: EventListener) => comments.filter((text) => text === '').length;
    await eventually(async () => listeners.every((listener) => beats(listener) > 0), 60_000);

    const exit = server.stop();
    await eventually(async () => listeners.every(({ hasEnded }) => hasEnded), 60_000);
    assert(listeners.every(({ hasEndedCleanly }) => hasEndedCleanly));
    assert.equal((await exit).code, 0);
  });
});
