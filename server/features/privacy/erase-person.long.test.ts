import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { dump, rowsWith } from '../../testing/dump.ts';
import { eventually } from '../../testing/eventually.ts';
import { addHistory } from '../../testing/long-history.ts';
import {
  cleanUp,
  embeddedDatabase,
  newDataDirectory,
  startServer,
} from '../../testing/server-process.ts';
import { sized } from '../../testing/sized.ts';

const TOKEN = 'token-of-the-erasure-tests';
const ENTRIES = sized({ long: 6_000, nightly: 20_000 });
const PERSON = {
  name: 'Zebulon Quackenbush',
  phone: '+14157779911',
  email: 'zeb@personal-mail.example',
};
const SPELLINGS = ['zebulon', 'quackenbush', '4157779911', 'personal-mail', 'xyzzyquux'];

after(cleanUp);

describe('kill -9', () => {
  it('during an erasure loses nothing: it goes on after the restart, to its end', async () => {
    const dataDirectory = newDataDirectory();
    const start = () =>
      startServer({ THROUGHLINE_DATA_DIR: dataDirectory, THROUGHLINE_BOOTSTRAP_TOKEN: TOKEN });
    let server = await start();
    const lead = { ...PERSON, service_needed: 'ac_repair', notes: 'xyzzyquux' };
    const { body: captured } = await server.api(TOKEN).post('/v1/leads', lead);
    const owner = new pg.Client(embeddedDatabase(dataDirectory)!.connection);
    owner.on('error', () => {});
    await owner.connect();
    await addHistory(owner, captured, ENTRIES, 'xyzzyquux');
    const before = await countEvents(owner);

    const path = `/v1/leads/${captured.lead_id}/erase`;
    const { status, body } = await server.api(TOKEN).post(path);
    assert.equal(status, 202);
    const read = async () => (await server.api(TOKEN).get(`/v1/erasures/${body.erasure_id}`)).body;
    for (const [kind, share] of [
      ['communications', 0.2],
      ['events', 0.5],
    ] as const) {
      await eventually(async () => {
        const { counts, status: now } = await read();
        assert.equal(now, 'running', 'the erasure ended before the process could be killed');
        return (counts[kind] ?? 0) > ENTRIES * share;
      }, 120_000);
      await server.crash();
      server = await start();
    }
    const done = await eventually(async () => {
      const now = await read();
      return now.status === 'completed' && now;
    }, 120_000);
    assert.equal(done.counts.communications, ENTRIES);

    const all = await dump(owner);
    for (const value of SPELLINGS) assert.deepEqual(rowsWith(all, value).slice(0, 3), [], value);
    for (const file of filesOf(dataDirectory)) {
      const content = readFileSync(file, 'latin1').toLowerCase();
      for (const value of SPELLINGS) assert(!content.includes(value), `${value} in ${file}`);
    }
    const { erased, missing } = await countEvents(owner);
    assert.deepEqual([erased, missing, before.missing], [1, 0, 0]);
    await owner.end();
    await server.stop();
  });
});

async function countEvents(owner: pg.Client): Promise<{ erased: number; missing: number }> {
  const { rows } = await owner.query(`
    select (select count(*)::integer from events where type = 'person.erased') as erased,
           (select max(seq) - count(*) from events)::integer as missing`);
  return rows[0];
}

/** What the service writes. The files of PostgreSQL hold earlier versions of rows until it removes them. */
function filesOf(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    const found = statSync(path);
    if (!found.isDirectory()) return found.isFile() ? [path] : [];
    return readdirSync(path).includes('PG_VERSION') ? [] : filesOf(path);
  });
}
