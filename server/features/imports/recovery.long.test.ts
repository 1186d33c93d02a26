import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { shared } from '../../testing/fixtures.ts';
import {
  cleanUp,
  databaseUrl,
  newDataDirectory,
  startServer,
} from '../../testing/server-process.ts';
import { sized } from '../../testing/sized.ts';
import { createTestDatabase } from '../../testing/test-server.ts';

const TOKEN = 'token-of-the-import-tests';
const ROWS = sized({ long: 3_000, nightly: 6_000 });

describe('kill -9', () => {
  const database = shared(createTestDatabase);
  after(async () => {
    await cleanUp();
    await database.drop();
  });

  it('during an import neither loses nor repeats a row', async () => {
    const dataDirectory = newDataDirectory();
    const start = () =>
      startServer({
        THROUGHLINE_DATA_DIR: dataDirectory,
        THROUGHLINE_BOOTSTRAP_TOKEN: TOKEN,
        DATABASE_URL: databaseUrl(database.connection),
      });
    let server = await start();
    const rows = Array.from(
      { length: ROWS },
      (_, row) =>
        `Person ${row},+1415${String((row * 7_368_787) % 10_000_000).padStart(7, '0')},a,${row}`,
    );
    const raw = ['name,phone,service_needed,source_ref', ...rows, 'x,12,a,bad'].join('\n');
    const headers = { 'content-type': 'text/csv', 'idempotency-key': 'one-file' };
    const send = () => server.api(TOKEN).post('/v1/imports', undefined, { raw, headers });
    const { body } = await send();
    const read = async () => (await server.api(TOKEN).get(`/v1/imports/${body.import_id}`)).body;

    for (const share of [0.1, 0.5]) {
      await eventually(async () => {
        const { bytes_done, status } = await read();
        assert.equal(status, 'running', 'the import ended before the process could be killed');
        return bytes_done > raw.length * share;
      }, 120_000);
      await server.crash();
      server = await start();
    }
    const report = await eventually(async () => {
      const now = await read();
      return now.status === 'running' ? null : now;
    }, 300_000);
    assert.equal(report.status, 'completed');
    assert.equal(report.accepted, ROWS);
    assert.equal(report.total, ROWS + 1);
    assert.deepEqual(
      report.errors.map(({ line }: { line: number }) => line),
      [ROWS + 2],
    );

    const again = await send();
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(again.body, report);
    const { rows: found } = await database.owner.query(`
      select (select count(*)::integer from leads) as leads,
             (select count(distinct lifecycle_number)::integer from leads) as numbers,
             (select count(*)::integer from import_chunks) as chunks,
             (select count(*)::integer from events where type = 'lead.created') as created,
             (select count(*)::integer from events where type like 'import.%') as of_import,
             (select max(seq) - count(*) from events)::integer as missing`);
    assert.deepEqual(found[0], {
      leads: ROWS,
      numbers: ROWS,
      chunks: 0,
      created: ROWS,
      of_import: 2,
      missing: 0,
    });
    await server.stop();
  });
});
