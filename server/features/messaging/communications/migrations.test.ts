import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { newUuid } from '../../../platform/ids.ts';
import { createQueues } from '../../../platform/tasks/queues.ts';
import { testServer } from '../../../testing/test-server.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../migrations');
/** Not a superuser, as on a server that somebody else runs: row-level security holds for it, too. */
const OWNER = 'owner_of_older_rows';
const DATABASE = `older_rows_${process.pid}`;

describe('rows from before a migration of communications', () => {
  const organizationId = newUuid();
  let server: pg.Client;
  let owner: pg.Client;
  before(async () => {
    server = new pg.Client(testServer());
    await server.connect();
    await server.query(`create role ${OWNER} login`);
    await server.query(`create database ${DATABASE} owner ${OWNER}`);
    const connection = { ...testServer(), user: OWNER, database: DATABASE };
    await createQueues(connection, []);
    owner = new pg.Client(connection);
    await owner.connect();
  });
  after(async () => {
    await owner.end();
    await server.query(`drop database ${DATABASE} with (force)`);
    await server.query(`drop role ${OWNER}`);
    await server.end();
  });

  const setTenant = (id: string) =>
    owner.query(`select set_config('app.organization_id', $1, false)`, [id]);

  /** Each in a transaction and without a tenant, as migrate() runs them. */
  async function migrateFrom(first: string, last: string): Promise<void> {
    await setTenant('');
    const names = readdirSync(MIGRATIONS)
      .sort()
      .filter((name) => name.slice(0, 4) >= first && name.slice(0, 4) <= last);
    for (const name of names) {
      await owner.query('begin');
      await owner.query(readFileSync(join(MIGRATIONS, name), 'utf8'));
      await owner.query('commit');
    }
    await setTenant(organizationId);
  }

  it('are brought up to date under an owner that row-level security holds for', async () => {
    await migrateFrom('0001', '0013');
    const lead = newUuid();
    const at = '2027-03-01T09:00:00Z';
    await owner.query(
      `insert into organizations (organization_id, name, time_zone, country, created_at, updated_at)
       values ($1, 'Alder', 'UTC', 'US', $2, $2)`,
      [organizationId, at],
    );
    await owner.query(
      `insert into leads (organization_id, lead_id, lifecycle_number, phone, source, service_needed, status,
         created_at, updated_at)
       values ($1, $2, '100001-4', '+14155550134', 'phone', 'ac_repair', 'new', $3, $3)`,
      [organizationId, lead, at],
    );
    for (const direction of ['inbound', 'outbound']) {
      await owner.query(
        `insert into communications (organization_id, communication_id, lifecycle_number, lead_id, channel,
           direction, occurred_at, created_at, updated_at)
         values ($1, $2, '100001-4', $3, 'call', $4, $5, $5, $5)`,
        [organizationId, newUuid(), lead, direction, at],
      );
    }

    await migrateFrom('0014', '0014');
    const { rows: calls } = await owner.query(
      'select direction, status, purpose, attempts from communications order by communication_id',
    );
    assert.deepEqual(calls, [
      { direction: 'inbound', status: 'received', purpose: 'message', attempts: 0 },
      { direction: 'outbound', status: 'recorded', purpose: 'message', attempts: 0 },
    ]);

    const optOuts = [
      ['sms', '+14155550134', 'STOP', '2027-03-02T09:00:00Z', null],
      ['sms', '+14155550177', 'Stop.', '2027-03-01T09:00:00Z', '2027-03-05T09:00:00Z'],
      ['email', 'dana@example.com', 'unsubscribe link', '2027-03-03T09:00:00Z', null],
    ];
    for (const optOut of optOuts) {
      await owner.query(
        `insert into opt_outs (organization_id, channel, address, source, opted_out_at, revoked_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [organizationId, ...optOut],
      );
    }
    await migrateFrom('0015', '0016');
    const { rows: kept } = await owner.query(
      'select address, said_by, revoked_source from opt_outs order by opt_out_id',
    );
    assert.deepEqual(kept, [
      { address: '+14155550177', said_by: 'text', revoked_source: 'START' },
      { address: '+14155550134', said_by: 'text', revoked_source: null },
      { address: 'dana@example.com', said_by: 'link', revoked_source: null },
    ]);
    await setTenant('');
    for (const table of ['communications', 'opt_outs']) {
      const { rows } = await owner.query(`select from ${table}`);
      assert.equal(rows.length, 0, `row-level security of ${table} was left open`);
    }
  });
});
