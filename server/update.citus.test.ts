import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { distribution } from './distribution.ts';
import { distribute } from './platform/database/distribute.ts';
import { type MigrateOptions, migrate } from './platform/database/migrate.ts';
import { PASS_TENANT_ON } from './platform/database/transaction.ts';
import { tasks } from './tasks.ts';
import {
  type CitusServer,
  createCitusDatabase,
  findCitus,
  onEveryNode,
} from './testing/citus-databases.ts';
import { CITUS_VARIABLE, createTestDatabase } from './testing/test-server.ts';

/** The first version that a cluster can have. */
const FIRST = '0043_on_a_cluster.sql';
const NAME = `test_${process.pid}_update`;

describe('an update of a cluster', () => {
  let citus: CitusServer;
  let connection: pg.ClientConfig;
  before(async () => {
    citus = await findCitus(process.env[CITUS_VARIABLE] ?? '');
    connection = await createCitusDatabase(citus, NAME);
  });
  after(() => onEveryNode(citus, [`drop database ${NAME} with (force)`]));

  async function migrateAndDistribute(log: (line: string) => void, options: MigrateOptions) {
    const ends = options.stopping && { name: 'AbortError' };
    const migrating = migrate(connection, tasks, log, { isDistributedNext: true, ...options });
    await (ends ? assert.rejects(migrating, ends) : migrating);
    await distribute(connection, distribution, () => {});
  }

  /** All constraints and the places of all tables, as lines. */
  async function schemaOf(client: pg.Client): Promise<string[]> {
    const { rows } = await client.query<{ line: string }>(
      `select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
       from pg_constraint
       where conrelid in (select logicalrelid from pg_dist_partition)
       union all
       select concat_ws(' ', logicalrelid, partmethod, repmodel) from pg_dist_partition
       order by 1`,
    );
    return rows.map(({ line }) => line);
  }

  /** An organization with a visit that is still to come. */
  async function addVisit(): Promise<string> {
    const id = randomUUID();
    const client = new pg.Client({ ...connection, options: PASS_TENANT_ON });
    await client.connect();
    await client.query('begin');
    await client.query(`set local app.organization_id = '${id}'`);
    for (const sql of [
      `insert into organizations (organization_id, name, time_zone, country, currency, created_at, updated_at)
         values ($1, 'Alder', 'America/Chicago', 'US', 'USD', now(), now())`,
      `insert into users (organization_id, user_id, name, email, role, active, created_at, updated_at)
         values ($1, $1, 'Rosa', 'rosa@example.com', 'technician', true, now(), now())`,
      `insert into leads (organization_id, lead_id, lifecycle_number, phone, source, service_needed, status, created_at, updated_at)
         values ($1, $1, '100001-5', '+14155550101', 'api', 'repair', 'new', now(), now())`,
      `insert into appointments (organization_id, appointment_id, lead_id, lifecycle_number, assigned_to, type, status,
           starts_at, ends_at, blocked_until, location, created_at, updated_at)
         values ($1, $1, $1, '100001-5', $1, 'estimate', 'booked', '2027-03-02T09:00Z', '2027-03-02T10:00Z',
           '2027-03-02T10:00Z', '{"latitude": 45.5, "longitude": -122.6}', now(), now())`,
    ]) {
      await client.query(sql, [id]);
    }
    await client.query('commit');
    await client.end();
    return id;
  }

  it('migrates what is distributed since its first version, to what a new one has', async () => {
    const first = new AbortController();
    // It ends before the next one.
    const log = (line: string) => line.endsWith(FIRST) && first.abort();
    await migrateAndDistribute(log, { stopping: first.signal });
    const visit = await addVisit();
    await migrateAndDistribute(() => {}, {});

    const fresh = await createTestDatabase();
    const updated = new pg.Client(connection);
    await updated.connect();
    try {
      const { rows } = await updated.query(
        'select user_id, is_lead, blocks, latitude from appointment_people',
      );
      assert.deepEqual(rows, [{ user_id: visit, is_lead: true, blocks: true, latitude: 45.5 }]);
      assert.deepEqual(await schemaOf(updated), await schemaOf(fresh.owner));
    } finally {
      await updated.end();
      await fresh.drop();
    }
  });
});
