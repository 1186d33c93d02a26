import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, describe, it } from 'node:test';
import type pg from 'pg';
import { toUuid } from '../../domain/ids.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared } from '../../testing/fixtures.ts';
import {
  cleanUp,
  databaseUrl,
  newDataDirectory,
  type ServerProcess,
  startServer,
} from '../../testing/server-process.ts';
import { sized } from '../../testing/sized.ts';
import { createTestDatabase } from '../../testing/test-server.ts';
import { NDJSON } from './file-format.ts';

const TOKEN = 'token-of-the-export-tests';
const LEADS = sized({ long: 5_000, nightly: 50_000 });
const LEADS_OF_SMALL = LEADS / 10;
/** Every night the file is larger than that. */
const MAX_GROWTH_MB = 40;
/** Otherwise V8 lets garbage grow before it collects, by another 60 to 160 MB in each run. */
const SMALL_HEAP = '--max-old-space-size=200 --max-semi-space-size=8';

describe(`an organization with ${2 * LEADS} rows`, () => {
  const database = shared(createTestDatabase);
  after(async () => {
    await cleanUp();
    await database.drop();
  });

  it('is exported and restored with constant memory, and survives kill -9 in the middle', async (t) => {
    const dataDirectory = newDataDirectory();
    const start = () =>
      startServer({
        THROUGHLINE_DATA_DIR: dataDirectory,
        DATABASE_URL: databaseUrl(database.connection),
        THROUGHLINE_BOOTSTRAP_TOKEN: TOKEN,
        NODE_OPTIONS: SMALL_HEAP,
      });
    let server = await start();
    const { owner } = database;
    const path = join(dataDirectory, 'export.ndjson');
    await moveSmall(server, owner, path);
    const source = await newOrganization(server);
    await fill(owner, source.uuid, LEADS);

    const before = residentMb(server.pid);
    const exported = watch(server.pid);
    await download(server, source.token, path);
    const exportGrowth = exported.stop() - before;
    const last = JSON.parse(lastLine(path));
    assert.equal(last.data.counts.lead, LEADS);
    t.diagnostic(`export: +${exportGrowth} MB`);
    assert(exportGrowth < MAX_GROWTH_MB, `the export took ${exportGrowth} MB`);

    const copy = await newOrganization(server);
    const received = watch(server.pid);
    const restoreId = await upload(server, copy.token, path);
    const read = async () => (await server.api(copy.token).get(`/v1/restores/${restoreId}`)).body;
    await eventually(async () => {
      const { status, lines_done, lines_total } = await read();
      assert.equal(status, 'running', 'the restore ended before the process could be killed');
      return lines_done > lines_total * 0.3;
    }, 600_000);
    const restoreGrowth = received.stop() - before;
    assert.equal((await server.api(copy.token).get('/v1/leads')).body.data.length, 0);
    await server.crash();

    server = await start();
    const restore = await eventually(async () => {
      const now = await read();
      return now.status === 'running' ? null : now;
    }, 900_000);
    t.diagnostic(`restore: +${restoreGrowth} MB`);
    assert.equal(restore.status, 'completed', JSON.stringify(restore));
    assert(restoreGrowth < MAX_GROWTH_MB, `the restore took ${restoreGrowth} MB`);
    await assertComplete(owner, source.uuid, copy.uuid);
    const again = await download(server, copy.token, `${path}.again`);
    assert.notEqual(again, '');
    assert.equal(await leadsOf(`${path}.again`), await leadsOf(path));
    await server.stop();
  });
});

async function newOrganization(server: ServerProcess) {
  const body = { name: 'Alder', time_zone: 'America/Los_Angeles', country: 'US' };
  const created = await server.api(TOKEN).post('/v1/organizations', body);
  assert.equal(created.status, 201);
  const { organization_id, token } = created.body;
  return { token, uuid: toUuid('organization', organization_id) ?? '' };
}

/**
 * A small organization first: its connections, statements and compiled checks stay in memory,
 * so what the large one takes in addition comes from its size.
 */
async function moveSmall(server: ServerProcess, owner: pg.Client, path: string): Promise<void> {
  const [small, copy] = [await newOrganization(server), await newOrganization(server)];
  await fill(owner, small.uuid, LEADS_OF_SMALL);
  await download(server, small.token, path);
  const id = await upload(server, copy.token, path);
  await eventually(async () => {
    const { body } = await server.api(copy.token).get(`/v1/restores/${id}`);
    return body.status === 'completed';
  }, 120_000);
}

/** Inserted directly, in seconds: leads with long notes, and an event for each. */
async function fill(owner: pg.Client, organizationId: string, count: number): Promise<void> {
  await owner.query(
    `insert into leads (organization_id, lead_id, lifecycle_number, name, phone, source, service_needed, notes, status,
       created_at, updated_at)
     select $1, gen_random_uuid(), lifecycle_number(100000 + n), 'Person ' || n, '+1415' || lpad(n::text, 7, '0'),
       'import', 'ac_repair', repeat('It drips. ', 40), 'new', now(), now()
     from generate_series(1, $2::integer) as n`,
    [organizationId, count],
  );
  await owner.query(
    `insert into events (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data)
     select $1, c.event_seq + n, gen_random_uuid(), 'lead.created', now(), lifecycle_number(100000 + n),
       '{"type": "system", "id": null, "name": "test"}',
       jsonb_build_object('name', 'Person ' || n, 'notes', repeat('It drips. ', 40))
     from organization_counters c, generate_series(1, $2::integer) as n where c.organization_id = $1`,
    [organizationId, count],
  );
  await owner.query(
    `update organization_counters set event_seq = event_seq + $2, lifecycle_ordinal = lifecycle_ordinal + $2
     where organization_id = $1`,
    [organizationId, count],
  );
}

async function download(server: ServerProcess, token: string, path: string): Promise<string> {
  const { body } = await server.api(token).post('/v1/exports');
  const response = await fetch(`${server.url}/v1/exports/${body.export_id}/file`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  });
  assert.equal(response.status, 200);
  assert(response.body);
  await pipeline(response.body, createWriteStream(path));
  return body.export_id;
}

async function upload(server: ServerProcess, token: string, path: string): Promise<string> {
  const response = await fetch(`${server.url}/v1/restores`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': NDJSON },
    body: Readable.toWeb(createReadStream(path)),
    duplex: 'half',
  });
  const body = await response.json();
  assert(typeof body === 'object' && body !== null && 'restore_id' in body, JSON.stringify(body));
  assert.equal(response.status, 202);
  return String(body.restore_id);
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}

/** The highest resident memory until it is stopped. */
function watch(pid: number): { stop(): number } {
  let highest = 0;
  const look = () => {
    highest = Math.max(highest, residentMb(pid));
  };
  const timer = setInterval(look, 50);
  return {
    stop() {
      look();
      clearInterval(timer);
      return highest;
    },
  };
}

function lastLine(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
}

/** The hash of all lines with leads. */
async function leadsOf(path: string): Promise<string> {
  const lines = readFileSync(path, 'utf8').split('\n');
  const leads = lines.filter((line) => line.startsWith('{"type":"lead",'));
  assert.equal(leads.length, LEADS);
  return createHash('sha256').update(leads.join('\n')).digest('hex');
}

async function assertComplete(owner: pg.Client, source: string, copy: string): Promise<void> {
  const { rows } = await owner.query(
    `select (select count(*)::integer from leads where organization_id = $2) as leads,
            (select count(*)::integer from events e where organization_id = $2 and type = 'lead.created') as events,
            (select max(seq) - count(*) from events where organization_id = $2)::integer as missing,
            (select count(*)::integer from restore_chunks) as chunks,
            (select count(distinct contact_id)::integer from contact_keys where organization_id = $2) as keyed,
            (select a.lifecycle_ordinal = b.lifecycle_ordinal from organization_counters a, organization_counters b
             where a.organization_id = $1 and b.organization_id = $2) as same_numbers`,
    [source, copy],
  );
  assert.deepEqual(rows[0], {
    leads: LEADS,
    events: LEADS,
    missing: 0,
    chunks: 0,
    keyed: LEADS,
    same_numbers: true,
  });
}
