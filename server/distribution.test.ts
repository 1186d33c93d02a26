import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { distribution } from './distribution.ts';
import { distribute } from './platform/database/distribute.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-server.ts';

describe('the distribution of tables and functions over a cluster', () => {
  let database: TestDatabase;
  const names = async (sql: string, values: unknown[] = []) => {
    const { rows } = await database.owner.query<{ name: string }>(sql, values);
    return rows.map(({ name }) => name);
  };
  const tables = (condition: string) =>
    names(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${condition} order by 1`,
    );
  const HAS_ORGANIZATION = `exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')`;

  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it('has a place for every table: by organization, everywhere, or on the coordinator', async () => {
    const withoutOrganization = await tables(`not ${HAS_ORGANIZATION}`);
    assert.deepEqual(
      withoutOrganization,
      distribution.onCoordinator.toSorted(),
      'A table without organization_id must be listed in server/distribution.ts',
    );
    const withOrganization = await tables(HAS_ORGANIZATION);
    for (const name of distribution.everywhere) assert.ok(withOrganization.includes(name), name);
  });

  it('can distribute every table: its unique keys contain the organization', async () => {
    const keys = await names(
      `select i.indexrelid::regclass::text as name
       from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace and (i.indisunique or i.indisexclusion) and ${HAS_ORGANIZATION}
         and c.relname <> all ($1) and not exists (
           select from pg_attribute a
           where a.attrelid = c.oid and a.attname = 'organization_id' and a.attnum = any (i.indkey))`,
      [distribution.everywhere],
    );
    assert.deepEqual(keys, []);
  });

  it('has no restrictive policy, because Citus would create it as one that allows', async () => {
    assert.deepEqual(
      await names('select polname as name from pg_policy where not polpermissive'),
      [],
    );
  });

  it('calls a function on the coordinator if it uses a table that is only there', async () => {
    const here = ['pgboss\\.', ...distribution.onCoordinator.map((name) => `public\\.${name}\\M`)];
    const found = await names(
      `select distinct p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.proargnames[1] = 'p_organization_id'
         and (p.prosrc ~ $1 or p.prosrc ~ ('public\\.(' || $2 || ')\\('))
       order by 1`,
      [here.join('|'), distribution.calledOnCoordinator.join('|')],
    );
    for (const name of found)
      assert.ok(distribution.calledOnCoordinator.includes(name), `${name} uses the coordinator`);
  });

  it('lists only functions that exist', async () => {
    const found = await names(
      `select distinct proname as name from pg_proc where proname = any ($1) order by 1`,
      [distribution.calledOnCoordinator],
    );
    assert.deepEqual(found, distribution.calledOnCoordinator.toSorted());
  });

  it('has no SQL function that reads a table, because parameters of it cannot be planned', async () => {
    const found = await names(
      `select p.proname as name from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql'
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
         and (p.prosrc ~ '\\mpublic\\.' or exists (
           select from pg_depend d
           where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass))`,
    );
    assert.deepEqual(found, []);
  });

  it('has no trigger that passes its row on, because a row of a shard has another type', async () => {
    const found = await names(
      `select p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype
         and p.prosrc ~ 'public\\.\\w+\\((\\w+, )*(new|old)[,)]'`,
    );
    assert.deepEqual(found, []);
  });

  it('sets the tenant and keys by set_locally() in functions that run on the coordinator', async () => {
    const found = await names(
      `select distinct p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.proargnames[1] is distinct from 'p_organization_id'
         and p.prosrc ~ 'set_config\\(''app\\.(organization_id|[a-z]+_key)'''`,
    );
    // Nothing is grouped on a cluster.
    assert.deepEqual(found, ['probe_leads_of_many']);
  });

  it('says clearly that a database without Citus cannot be distributed', async () => {
    const attempt = distribute(database.connection, distribution, () => {});
    await assert.rejects(attempt, /This database has no Citus extension/);
  });
});
