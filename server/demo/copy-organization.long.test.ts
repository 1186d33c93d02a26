import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { migrate } from '../platform/database/migrate.ts';
import { toUuid } from '../platform/ids.ts';
import { tasks } from '../tasks.ts';
import { makeResource } from '../testing/builders.ts';
import { created } from '../testing/created.ts';
import { eventually } from '../testing/eventually.ts';
import { setUp, shared, sharedService } from '../testing/fixtures.ts';
import type { TestOrganization, TestService } from '../testing/harness.ts';
import { freshLead } from '../testing/leads.ts';
import { organizationWithEverything } from '../testing/organization-with-everything.ts';
import { TASKS_DONE } from './background.ts';
import { copyOrganization } from './copy-organization.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const source = sharedService();
const target = sharedService({ ownDatabase: true, because: 'has the copies' });

const uuidOf = ({ organizationId }: TestOrganization) =>
  toUuid('organization', organizationId) ?? '';

function copy(organization: TestOrganization, to = target.ownerConnection): Promise<void> {
  const organizationId = uuidOf(organization);
  return copyOrganization({
    from: source.ownerConnection,
    to,
    organizationId,
    tasksDone: TASKS_DONE,
    alongside: async () => {},
  });
}

/** Returns the account of a new user who has joined. */
async function join(service: TestService, { api }: TestOrganization, email: string) {
  const user = { name: 'Marguerite Alder', email, role: 'owner' };
  const { user_id } = await created(api.post('/v1/users', user));
  const { url } = await created(api.post(`/v1/users/${user_id}/invitations`));
  const body = { key: new URL(url).hash.slice(1), password: 'a long sentence that only I know' };
  await created(service.as(null).post('/v1/invitations/accept', body));
  const { rows } = await service.owner.query('select account_id from users where user_id = $1', [
    toUuid('user', user_id),
  ]);
  return rows[0].account_id;
}

/** Every tenant table with the rows of this organization, as PostgreSQL text. */
async function contentOf(
  owner: pg.Client,
  organization: TestOrganization,
): Promise<Map<string, string[]>> {
  const { rows } = await owner.query(
    `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'organization_id' order by 1`,
  );
  const content = new Map<string, string[]>();
  for (const { name } of rows) {
    const sql = `select t::text as line from "${name}" t where organization_id = $1 order by 1`;
    const found = await owner.query(sql, [uuidOf(organization)]);
    content.set(
      name,
      found.rows.map(({ line }) => line),
    );
  }
  return content;
}

describe('the copy of an organization', () => {
  const everything = shared(() => organizationWithEverything(source));
  setUp(() => copy(everything));

  it('has every row of every table, unchanged', async () => {
    const expected = await contentOf(source.owner, everything);
    assert(expected.size >= 45, String(expected.size));
    for (const [table, lines] of expected) assert(lines.length > 0, `${table} has nothing to copy`);
    assert.deepEqual(await contentOf(target.owner, everything), expected);
  });

  it('returns exactly the same data to its own tokens', async () => {
    const [here, there] = [source.as(everything.token), target.as(everything.token)];
    const { lifecycle_number } = (await here.get('/v1/jobs?limit=1')).body.data[0];
    for (const path of [
      '/v1/leads?include_deleted=true',
      '/v1/jobs',
      '/v1/invoices',
      '/v1/channels',
      '/v1/dispatch?date=2027-03-02',
      `/v1/lifecycles/${lifecycle_number}`,
      '/v1/events',
    ]) {
      const { status, body } = await here.get(path);
      assert.equal(status, 200, path);
      assert.deepEqual((await there.get(path)).body, body, path);
    }
  });

  it('continues numbering where the original stopped', async () => {
    const other = await source.newOrganization();
    await copy(other);
    const { status, body } = await target.as(other.token).post('/v1/leads', freshLead());
    assert.equal(status, 201, JSON.stringify(body));
    const events = await target.as(other.token).get('/v1/events');
    const seqs = events.body.data.map(({ seq }: { seq: number }) => seq);
    assert.deepEqual(
      seqs,
      seqs.map((_: number, index: number) => index + 1),
    );
  });

  it('belongs to the account that its owner already has in the target', async () => {
    const email = 'marguerite@alder.example';
    const [here, there] = [await source.newOrganization(), await target.newOrganization()];
    const [copied, known] = [await join(source, here, email), await join(target, there, email)];
    assert.notEqual(copied, known);
    await copy(here);
    const { rows } = await target.owner.query(
      'select account_id from users where organization_id = $1',
      [uuidOf(here)],
    );
    assert.deepEqual(rows, [{ account_id: known }]);
  });

  it('is created once or not at all', async () => {
    const once = await contentOf(target.owner, everything);
    await assert.rejects(copy(everything), { code: '23505' });
    assert.deepEqual(await contentOf(target.owner, everything), once);
  });
});

describe('a worker on the database of the copy', () => {
  let waiting: TestOrganization;
  let followUp: string;
  setUp(async () => {
    await target.startWorker();
    waiting = await source.newOrganization();
    followUp = await makeResource('follow_up', source, waiting);
    await makeResource('claim', source, waiting);
    await copy(waiting);
  });

  it('does nothing before something is due', async () => {
    const busy = await target.newOrganization();
    const lead = await makeResource('lead', target, busy);
    const task = { lead_id: lead, channel: 'task', delay: 'PT0S', body: 'Call back' };
    const { body } = await busy.api.post('/v1/follow-ups', task);
    await eventually(async () => {
      const now = await busy.api.get(`/v1/follow-ups/${body.follow_up_id}`);
      return now.body.status === 'due';
    });
    const [expected, found] = [
      await contentOf(source.owner, waiting),
      await contentOf(target.owner, waiting),
    ];
    assert.deepEqual(found, expected);
  });

  it('does the work that becomes due', async () => {
    target.clock.advance(DAY_MS);
    await eventually(async () => {
      const { body } = await target.as(waiting.token).get(`/v1/follow-ups/${followUp}`);
      return body.status === 'due';
    });
  });

  it('finds the tasks queued for later, and none that is done', async () => {
    const queued = async ({ owner }: TestService) => {
      const { rows } = await owner.query(
        `select name, data, start_after, singleton_key, group_id, state from pgboss.job
         where data->>'organization_id' = $1 and start_after > now() + interval '1 hour'`,
        [uuidOf(waiting)],
      );
      return rows;
    };
    const expected = await queued(source);
    assert.deepEqual(
      expected.map(({ name }) => name),
      ['expire-warranty'],
    );
    assert.deepEqual(await queued(target), expected);
  });
});

it('an organization can also be copied by an owner who is not a superuser', async () => {
  const role = `demo_owner_${process.pid}`;
  await target.owner.query(`create role ${role} login createrole`);
  await target.owner.query(`grant throughline_app to ${role}`);
  await target.owner.query(`create database ${role} owner ${role}`);
  const connection = { ...target.ownerConnection, user: role, database: role };
  try {
    await migrate(connection, tasks, () => {});
    const organization = await source.newOrganization();
    await makeResource('customer', source, organization);
    await copy(organization, connection);
    const owner = new pg.Client({ ...target.ownerConnection, database: role });
    await owner.connect();
    const found = await contentOf(owner, organization);
    await owner.end();
    assert.deepEqual(found, await contentOf(source.owner, organization));
  } finally {
    await target.owner.query(`drop database ${role} with (force)`);
    await target.owner.query(`drop role ${role}`);
  }
});
