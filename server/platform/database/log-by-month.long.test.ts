import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { tasks } from '../../tasks.ts';
import { testServer } from '../../testing/test-server.ts';
import { newUuid } from '../ids.ts';
import { createQueues } from '../tasks/queues.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const OWNER = `owner_of_an_old_database_${process.pid}`;
const DATABASE = `old_${process.pid}`;
const EVENTS = 250;

/** What the log and its deliveries contain, without the columns of the migration. */
const CONTENT = [
  `select organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data, previous
   from events order by 1, 2`,
  `select organization_id, webhook_endpoint_id, delivery_id, event_seq, event_id, event_type, status, attempts,
     next_attempt_at, created_at, settled_at from webhook_deliveries order by 1, 2, 3`,
];

describe('the migration that partitions the event log', () => {
  const server = testServer();
  const ids = [newUuid(), newUuid()];
  const endpointId = newUuid();
  let administrator: pg.Client;
  /** Not a superuser: row-level security applies to it. */
  let owner: pg.Client;
  let before0041: unknown[][];

  const content = async () => {
    const found: unknown[][] = [];
    for (const sql of CONTENT) found.push((await administrator.query(sql)).rows);
    return found;
  };
  const inOrganization = async (id: string, sql: string, values: unknown[]) => {
    await owner.query('begin');
    await owner.query("select set_config('app.organization_id', $1, true)", [id]);
    const { rows } = await owner.query(sql, values);
    await owner.query('commit');
    return rows;
  };
  const append = (id: string, count: number) =>
    inOrganization(
      id,
      `select append_events($1, now(), '[{"type":"system","id":null,"name":"test"}]', (
         select jsonb_agg(jsonb_build_object('event_id', gen_random_uuid(), 'type', 'lead.created', 'actor', 0,
           'lifecycle_number', (n % 7)::text, 'data', '{}'::jsonb)) from generate_series(1, $2::integer) as n))::integer as last`,
      [id, count],
    );

  before(async () => {
    const first = new pg.Client(server);
    await first.connect();
    await first.query(`create role ${OWNER} login createrole`);
    await first.query(`create database ${DATABASE} owner ${OWNER}`);
    await first.end();
    administrator = new pg.Client({ ...server, database: DATABASE });
    await administrator.connect();
    await administrator.query(
      'grant throughline_own to throughline_app with inherit false, set true',
    );
    const connection = { ...server, user: OWNER, database: DATABASE };
    owner = new pg.Client(connection);
    await owner.connect();
    await createQueues(connection, tasks);
    await applyUntil0040(owner);
    for (const id of ids) {
      await inOrganization(
        id,
        `insert into organizations (organization_id, name, time_zone, country, currency, created_at, updated_at)
         values ($1, 'Alder', 'UTC', 'US', 'USD', now(), now())`,
        [id],
      );
      await inOrganization(id, 'insert into organization_counters (organization_id) values ($1)', [
        id,
      ]);
      await append(id, EVENTS);
    }
    await fillWebhooks();
    before0041 = await content();
    await migrate(connection, tasks, () => {});
  });
  after(async () => {
    await owner.end();
    await administrator.end();
    const last = new pg.Client(server);
    await last.connect();
    await last.query(`drop database ${DATABASE} with (force)`);
    await last.query(`drop role ${OWNER}`);
    await last.end();
  });

  async function fillWebhooks(): Promise<void> {
    const [id = ''] = ids;
    await inOrganization(
      id,
      `insert into webhook_endpoints (organization_id, webhook_endpoint_id, url, event_types, scopes, enabled, ordering,
         sealed_secret, from_seq, created_at, updated_at)
       values ($1, $2, 'https://receiver.example.com/', '{*}', '{leads:read}', true, 'none', '', 0, now(), now())`,
      [id, endpointId],
    );
    await inOrganization(
      id,
      'insert into webhook_endpoint_health (organization_id, webhook_endpoint_id) values ($1, $2)',
      [id, endpointId],
    );
    await inOrganization(
      id,
      `select insert_webhook_deliveries($1, array_agg($2::uuid), array_agg(gen_random_uuid()), array_agg(seq),
         array_agg(event_id), array_agg(type), array_agg(lifecycle_number), array_agg(false), now())
       from events where organization_id = $1`,
      [id, endpointId],
    );
    await inOrganization(
      id,
      `update webhook_deliveries set status = 'delivered', next_attempt_at = null, settled_at = now()
       where organization_id = $1 and event_seq % 10 > 0`,
      [id],
    );
  }

  it('keeps every event and every delivery', async () => {
    assert.equal(before0041[0]?.length, 2 * EVENTS);
    assert.equal(before0041[1]?.length, EVENTS);
    assert.deepEqual(await content(), before0041);
  });

  it('does not copy them: the tables of before are this month', async () => {
    const { rows } = await administrator.query(
      `select distinct table_of(tableoid::regclass::text::name) as of, tableoid::regclass::text as name from events
       union select distinct 'webhook_deliveries', tableoid::regclass::text from webhook_deliveries order by 1`,
    );
    const month = new Date().toISOString().slice(0, 7).replace('-', '_');
    assert.deepEqual(rows, [
      { of: 'events', name: `events_${month}` },
      { of: 'webhook_deliveries', name: `webhook_deliveries_${month}` },
    ]);
  });

  it('continues the log without a gap, and queues an event only once', async () => {
    for (const id of ids) {
      assert.deepEqual(await append(id, 3), [{ last: EVENTS + 3 }]);
      assert.deepEqual(
        await inOrganization(id, 'select first_logged_seq($1)::integer as first', [id]),
        [{ first: 1 }],
      );
    }
    const [id = ''] = ids;
    const again = `select insert_webhook_deliveries($1, array_agg($2::uuid), array_agg(gen_random_uuid()), array_agg(seq),
         array_agg(event_id), array_agg(type), array_agg(lifecycle_number), array_agg(false), now(), array_agg(logged_at))
       from events where organization_id = $1`;
    await inOrganization(id, again, [id, endpointId]);
    const { rows } = await administrator.query(
      'select count(*)::integer as count from webhook_deliveries',
    );
    assert.deepEqual(rows, [{ count: EVENTS + 3 }]);
  });

  it('still shows an organization only its own events, and refuses to change them', async () => {
    for (const id of ids) {
      const rows = await inOrganization(id, 'select distinct organization_id from events', []);
      assert.deepEqual(rows, [{ organization_id: id }]);
      await assert.rejects(inOrganization(id, "update events set type = 'x'", []), {
        code: '23001',
      });
      await owner.query('rollback');
    }
    assert.deepEqual((await owner.query('select from events')).rows, []);
  });

  async function applyUntil0040(client: pg.Client): Promise<void> {
    await client.query(
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz default now())',
    );
    const checksums = readFileSync(join(MIGRATIONS, 'checksums.txt'), 'utf8');
    for (const name of readdirSync(MIGRATIONS).sort()) {
      if (!name.endsWith('.sql') || name >= '0041') continue;
      await client.query('begin');
      await client.query(readFileSync(join(MIGRATIONS, name), 'utf8'));
      await client.query('commit');
      const [checksum] = checksums.split('\n').filter((line) => line.endsWith(name));
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        name,
        checksum?.split(' ')[0],
      ]);
    }
  }
});
