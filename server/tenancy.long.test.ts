import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { APPLICATION_ROLE } from './platform/database/database.ts';
import { OWN_ROLE } from './platform/database/transaction.ts';
import type { ParamKind } from './platform/http/operation.ts';
import { newUuid } from './platform/ids.ts';
import { routes } from './routes.ts';
import { makeResource, makeResourceFor, makeResourceInBodyOf } from './testing/builders.ts';
import { essence, keepsResource, unknownOf } from './testing/every-operation.ts';
import { everythingOf } from './testing/everything-of.ts';
import { firstOf } from './testing/first-of.ts';
import { setUp, sharedService } from './testing/fixtures.ts';
import type { TestOrganization } from './testing/harness.ts';
import { addSettingsAndTraces } from './testing/organization-with-everything.ts';
import { onePerKind, pathWith, sampleBody, sampleValue } from './testing/requests.ts';
import { sized } from './testing/sized.ts';
import { uuidFrom } from './testing/uuid-from.ts';

/** Tables of the service that belong to no organization. A new one is added here with its reason. */
const NO_TENANT = [
  // A person can work for several organizations, and has one password. Only functions of the owner read it.
  'accounts',
  'atomic_commits',
  // The state of the demo company that the operator asked for.
  'demo_company',
  // Of an account, as its password.
  'passkeys',
  'schema_migrations',
  // Whether sending is paused for every organization.
  'service_settings',
  // Guessing is counted by address, before it is known whose account it is.
  'sign_in_failures',
  // Of people who are not yet known: hashes, for minutes.
  'used_challenges',
];
/** Tables whose rows are not business records. A new one is added here with its reason. */
const DELETABLE = [
  ...['form_challenges', 'idempotency_keys', 'import_chunks', 'restore_chunks', 'text_counts'],
  'message_counts',
  // What a routing server said, for 90 days.
  'travel_times',
];

/** Tables that the role for own work can read as a whole. A new one is added here with its reason. */
const NOT_LIMITED_TO_OWN = [
  // Rules and sums of all visits; no operation for own work returns the sums.
  'areas',
  'capacity_counts',
  'capacity_rules',
  // Needed to send a message; no operation for own work returns it.
  'channels',
  // Hashes and ids, to search the rows that the role can see.
  'contact_keys',
  // Positions in the log.
  'event_cursors',
  // A stored response is returned only to the user it was for.
  'idempotency_keys',
  'organization_counters',
  // Settings and colleagues, which every user may know.
  'organizations',
  // What is charged, which every user may know.
  'price_items',
  // Which leads came by a public form: ids, for the rule of consent.
  'public_leads',
  'services',
  'team_members',
  'teams',
  'templates',
  'time_off',
  // Minutes between rounded places; no operation returns them.
  'travel_times',
  'users',
];

/** Of a person, alike in each organization. passkeys.test.ts looks for those of other people. */
const OF_ACCOUNT = ['listPasskeys', 'deletePasskey'];

/** Reads that contain no data of any organization. A new one is added here with its reason. */
const SAME_FOR_ALL = [
  // The event types, as the code declares them.
  'listEventTypes',
  'getEventType',
  // Whether the operator has paused sending.
  'getService',
  // The one demo company of the service, for operators.
  'getDemoCompany',
];

/** Functions of the policies for own work, which only their role can execute. */
const OWN_FUNCTIONS = [
  'own_customer_ids',
  'own_lifecycle_numbers',
  'own_job_ids',
  'own_property_ids',
  'sees_contact',
  'sees_invoice',
  'shows_file',
  'sees_file',
];
/** All others are for operators, who create organizations and their tokens by design. */
const ownRoutes = routes.filter(({ scopes }) => !scopes.includes('operator'));

/** Has one of each resource. */
let alder: TestOrganization;
/** Also has one of each resource, and must see nothing of the other organization. */
let birch: TestOrganization;
const idsOfAlder: string[] = [];
const idOfAlder = new Map<ParamKind, string>();
let tenantTables: string[];
/** Without lifecycle numbers and versions: every organization counts its own from the same start. */
const idKinds = new Set(
  ownRoutes.flatMap(({ id, params }) => (SAME_FOR_ALL.includes(id) ? [] : Object.values(params))),
);
for (const kind of ['lifecycle_number', 'version'] as const) idKinds.delete(kind);

const service = sharedService();
const technicians = new Map<string, TestOrganization['api']>();
setUp(async () => {
  [alder, birch] = [await service.newOrganization(), await service.newOrganization()];
  // Every list makes another of each.
  const quotas = `/v1/organizations/${alder.organizationId}/quotas`;
  const more = await service.operator.patch(quotas, { webhook_endpoints: 500 });
  assert.equal(more.status, 200, JSON.stringify(more.body));
  for (const kind of idKinds) {
    const id = await makeResource(kind, service, alder);
    idOfAlder.set(kind, id);
    idsOfAlder.push(id);
    await makeResource(kind, service, birch);
  }
  idsOfAlder.push((await alder.api.get('/v1/token')).body.token_id);
  // Only users who take visits have a lane on the board, and only tokens of a user have a day.
  for (const { organizationId, api } of [alder, birch]) {
    const technician = { name: 'Rosa Delgado', email: 'rosa@example.com', role: 'technician' };
    const { user_id } = (await api.post('/v1/users', technician)).body;
    if (organizationId === alder.organizationId) idsOfAlder.push(user_id);
    const { token } = (await api.post('/v1/tokens', { name: 'Phone', user_id })).body;
    assert(token);
    technicians.set(organizationId, service.as(token));
  }
  for (const { api } of [alder, birch]) {
    const body = { phone: '+15550100200', service_needed: 'ac_repair' };
    const headers = { 'idempotency-key': 'shared' };
    assert.equal((await api.post('/v1/leads', body, { headers })).status, 201);
  }
  for (const organization of [alder, birch]) {
    const [id, into] = [await createLead(organization), await createLead(organization)];
    const merged = await organization.api.post(`/v1/leads/${id}/merge`, { into });
    assert.equal(merged.status, 200);
    const user = await makeResource('user', service, organization);
    const key = await organization.api.post(`/v1/users/${user}/calendar-key`);
    assert.equal(key.status, 201);
    await makeResourceFor('verifyEstimate', 'estimate', service, organization);
    const spend = { source: 'ads', date: '2027-01-01', amount: 100, currency: 'USD' };
    assert.equal((await organization.api.put('/v1/spend', spend)).status, 200);
    await addSettingsAndTraces(service, organization);
  }
  const { rows } = await service.owner.query<{ name: string }>(`
    select c.relname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'organization_id' and not a.attisdropped
    order by 1`);
  tenantTables = rows.map(({ name }) => name);
});

const createForAlder = (kind: ParamKind) => makeResource(kind, service, alder);
const otherOf = onePerKind(createForAlder);
const createLead = (organization: TestOrganization) => makeResource('lead', service, organization);
const uuidOf = ({ organizationId }: TestOrganization) => uuidFrom('organization', organizationId);

/** Runs the work as the application's role, for the organization or for none, and undoes it. */
async function asApplication<T>(
  organizationId: string | null,
  work: (
    query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>,
  ) => Promise<T>,
): Promise<T> {
  const { owner } = service;
  await owner.query('begin');
  try {
    await owner.query(`set local role ${APPLICATION_ROLE}`);
    if (organizationId !== null) {
      await owner.query("select set_config('app.organization_id', $1, true)", [organizationId]);
    }
    return await work(async (sql, values) => (await owner.query(sql, values)).rows);
  } finally {
    await owner.query('rollback');
  }
}

describe('the database catalog', () => {
  const look = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await service.owner.query<Row>(sql, values)).rows;
  const count = async (sql: string) => Number(firstOf(await look<{ count: number }>(sql)).count);

  it('has organization_id in every table except those that belong to no organization', async () => {
    const rows = await look<{ name: string }>(`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`);
    const others = rows.map(({ name }) => name).filter((name) => !tenantTables.includes(name));
    assert.deepEqual(others, NO_TENANT);
    assert(tenantTables.includes('leads') && tenantTables.includes('events'));
    const views = await look(`select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')`);
    assert.deepEqual(views, [], 'a view reads as its owner and bypasses every policy');
  });

  it('enables and forces row-level security on every tenant table, with a policy on the tenant', async () => {
    for (const table of tenantTables) {
      const [row] = await look<{
        relrowsecurity: boolean;
        relforcerowsecurity: boolean;
        policies: string[];
      }>(
        `select c.relrowsecurity, c.relforcerowsecurity,
                array(select coalesce(pg_get_expr(p.polqual, p.polrelid), '') || ' ' ||
                             coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')
                      from pg_policy p where p.polrelid = c.oid) as policies
         from pg_class c where c.oid = $1::regclass`,
        [table],
      );
      assert(row);
      assert.equal(row.relrowsecurity, true, `${table} has no row-level security`);
      assert.equal(row.relforcerowsecurity, true, `${table} does not force it on its owner`);
      const { policies } = row;
      assert(
        policies.some((policy) => policy.includes("current_setting('app.organization_id'")),
        `${table} has no policy on the tenant`,
      );
      for (const policy of policies)
        assert(!/select/i.test(policy), `${table}: Citus refuses a sub-select`);
    }
  });

  it('lets no one reach a partition past the policies of its table', async () => {
    const partitions = await look<{ name: string; is_guarded: boolean; is_open: boolean }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_guarded,
              has_table_privilege($1, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
                or has_table_privilege($2, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
                as is_open
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition`,
      [APPLICATION_ROLE, OWN_ROLE],
    );
    assert(partitions.length >= 8);
    for (const { name, is_guarded, is_open } of partitions)
      assert.deepEqual([is_guarded, is_open], [true, false], name);
  });

  it('gives the application role no policy that allows everything', async () => {
    const open = await look(`
      select polrelid::regclass::text as name, polname from pg_policy
      where (pg_get_expr(polqual, polrelid) = 'true' or pg_get_expr(polwithcheck, polrelid) = 'true')
        and (0 = any (polroles) or '${APPLICATION_ROLE}'::regrole = any (polroles))`);
    assert.deepEqual(open, []);
  });

  it('has organization_id first in every primary key, and in every other constraint and unique index', async () => {
    for (const table of tenantTables) {
      const [key] = await look<{ first: string }>(
        `select a.attname as first from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         where i.indrelid = $1::regclass and i.indisprimary`,
        [table],
      );
      assert.equal(key?.first, 'organization_id', `the primary key of ${table}`);
    }
    const without = await look(
      `
      select i.indexrelid::regclass::text as name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'organization_id'
      where i.indrelid::regclass::text = any ($1) and i.indisunique
        and a.attnum <> all (i.indkey::smallint[])
      union all
      select c.conname from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attname = 'organization_id'
      where c.conrelid::regclass::text = any ($1) and c.contype in ('p', 'u', 'f', 'x')
        and a.attnum <> all (c.conkey)
        -- A table without organizations has none to refer to.
        and not (c.contype = 'f' and c.confrelid::regclass::text = any ($2))`,
      [tenantTables, NO_TENANT],
    );
    assert.deepEqual(without, []);
  });

  it('has roles for the service that own nothing and bypass nothing', async () => {
    const roles = await look(
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolcanlogin,
              array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid) as memberships,
              (select count(*)::integer from pg_shdepend d
               where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o') as owned,
              (select count(*)::integer from pg_class c where c.relowner = r.oid) as tables,
              (select count(*)::integer from pg_proc p where p.proowner = r.oid) as functions
       from pg_roles r where rolname like 'throughline\\_%' order by 1`,
    );
    const nothing = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      owned: 0,
      tables: 0,
      functions: 0,
    };
    assert.deepEqual(roles, [
      { ...nothing, rolname: APPLICATION_ROLE, rolcanlogin: true, memberships: [OWN_ROLE] },
      { ...nothing, rolname: OWN_ROLE, rolcanlogin: false, memberships: [] },
    ]);
    const current = await service.database.withoutTenant<{ role: string }>(
      { name: 'who_am_i', text: 'select session_user as role' },
      [],
    );
    assert.deepEqual(current, [{ role: APPLICATION_ROLE }], 'the service logs in as another role');
  });

  it('lets it append to the log only through the function, and delete only idempotency keys and processed import files', async () => {
    const rows = await look<{ name: string; rights: string[] }>(
      `select c.relname as name,
              array(select p from unnest(array['INSERT','UPDATE','DELETE','TRUNCATE','REFERENCES','TRIGGER']) p
                    where has_table_privilege($1, c.oid, p)) as rights
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
      [APPLICATION_ROLE],
    );
    const rights = new Map(rows.map(({ name, rights: own }) => [name, own]));
    assert.deepEqual(rights.get('events'), []);
    assert.deepEqual(rights.get('schema_migrations'), []);
    for (const [table, own] of rights) {
      const beyond = own.filter((right) => !['INSERT', 'UPDATE'].includes(right));
      assert.deepEqual(beyond, DELETABLE.includes(table) ? ['DELETE'] : [], table);
    }
    const columns = await count(
      `select count(*) from pg_attribute where attacl is not null
       and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
    );
    assert.equal(columns, 0, 'Citus refuses rights on single columns');
    const [schemas] = await look(
      `select has_schema_privilege($1, 'public', 'create') as create_in_public,
              has_database_privilege($1, current_database(), 'create') as create_schema,
              has_schema_privilege($1, 'pgboss', 'create') as create_in_queues,
              has_database_privilege($1, current_database(), 'temporary') as create_temporary`,
      [APPLICATION_ROLE],
    );
    assert.deepEqual(schemas, {
      create_in_public: false,
      create_schema: false,
      create_in_queues: false,
      create_temporary: false,
    });
  });

  it('gives the role for own work no right on a table that the application role lacks', async () => {
    const beyond = await look(
      `select c.relname as name, p as privilege from pg_class c,
         unnest(array['SELECT','INSERT','UPDATE','DELETE','TRUNCATE','REFERENCES','TRIGGER']) p
       where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and c.relkind in ('r', 'p')
         and has_table_privilege($2, c.oid, p)
         and (p in ('DELETE', 'TRUNCATE') or not has_table_privilege($1, c.oid, p)
              or c.relnamespace = 'pgboss'::regnamespace)`,
      [APPLICATION_ROLE, OWN_ROLE],
    );
    assert.deepEqual(beyond, []);
  });

  it('limits the role for own work on every table with work, contacts, money or messages', async () => {
    const open = await look<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and has_table_privilege($1, c.oid, 'SELECT')
         and not exists (
           select from pg_policy p
           where p.polrelid = c.oid and p.polname = 'own_select' and p.polroles = array[$1::regrole::oid]
             -- Not only the tenant.
             and pg_get_expr(p.polqual, p.polrelid) <> $2)
       order by 1`,
      [OWN_ROLE, TENANT_ONLY],
    );
    assert.deepEqual(
      open.map(({ name }) => name),
      NOT_LIMITED_TO_OWN,
    );
  });

  it('prevents every role from changing the log, including its owner', async () => {
    const changes = ["update events set type = 'x'", 'delete from events', 'truncate events'];
    for (const sql of changes) {
      await assert.rejects(look(sql), { code: '23001', message: /append-only/ }, sql);
      const asOurs = asApplication(uuidOf(alder), (query) => query(sql));
      await assert.rejects(asOurs, { code: '42501' }, sql);
    }
    const sql = 'insert into events select * from events limit 1';
    await assert.rejects(
      asApplication(uuidOf(alder), (query) => query(sql)),
      { code: '42501' },
    );
  });

  it('guards the lifecycle number of every table that has one', async () => {
    const tables = await look<{ name: string; guarded: boolean }>(`
      select c.relname as name,
             exists (select from pg_trigger t
                     where t.tgrelid = c.oid and t.tgenabled in ('O', 'A')
                       and t.tgfoid = 'refuse_lifecycle_number_change'::regproc
                       -- for each row (1), before (2), update (16)
                       and t.tgtype & 19 = 19 and cardinality(t.tgattr::smallint[]) = 0) as guarded
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and a.attname = 'lifecycle_number' and table_of(c.relname) <> 'events'`);
    assert(tables.length > 0);
    for (const { name, guarded } of tables) assert.equal(guarded, true, `${name} has no guard`);
  });
});

describe('the policies', () => {
  const everyTable = async (see: (table: string) => Promise<void>) => {
    for (const table of tenantTables) await see(table);
  };

  it('show nothing to a session without a tenant or with an unknown one', async () => {
    await everyTable(async (table) => {
      const { rows } = await service.owner.query(`select count(*)::integer as n from ${table}`);
      assert(rows[0].n > 0, `${table} is empty, so this would prove nothing`);
      for (const tenant of [null, '', newUuid()]) {
        const seen = await asApplication(tenant, (query) => query(`select * from ${table}`));
        assert.deepEqual(seen, [], `${table} as ${JSON.stringify(tenant)}`);
      }
    });
  });

  it('show an organization only its own rows', async () => {
    await everyTable(async (table) => {
      const seen = await asApplication(uuidOf(birch), (query) =>
        query(`select organization_id from ${table}`),
      );
      assert(seen.length > 0, table);
      for (const row of seen) assert.equal(row.organization_id, uuidOf(birch), table);
    });
  });

  it('refuse a row of another organization, new or moved', async () => {
    let tried = 0;
    for (const table of tenantTables) {
      const { rows } = await service.owner.query(
        `select to_jsonb(t) as row, has_table_privilege($2, $3, 'INSERT') as inserts,
                has_table_privilege($2, $3, 'UPDATE') as updates
         from ${table} t where organization_id = $1 limit 1`,
        [uuidOf(alder), APPLICATION_ROLE, table],
      );
      const { row, inserts, updates } = rows[0];
      if (inserts) {
        tried += 1;
        const insert = `insert into ${table} select (jsonb_populate_record(null::${table}, $1)).*`;
        for (const tenant of [uuidOf(birch), null]) {
          const refused = asApplication(tenant, (query) => query(insert, [row]));
          await assert.rejects(refused, { code: '42501', message: /row-level security/ }, table);
        }
      }
      if (updates) {
        tried += 1;
        const move = `update ${table} set organization_id = $1`;
        const moved = asApplication(uuidOf(birch), (query) => query(move, [uuidOf(alder)]));
        await assert.rejects(moved, { code: '42501', message: /row-level security/ }, table);
      }
    }
    assert(tried >= 8, `only ${tried} ways in were tried`);
  });

  it('also apply inside the functions, which refuse any organization except the tenant', async () => {
    const { rows } = await service.owner.query(`
      select p.proname as name, p.pronargs as arguments from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proargnames[1] = 'p_organization_id'
        and p.proname not in ('is_tenant', 'refuse_tenant', 'standing_lead')
        and (has_function_privilege('${APPLICATION_ROLE}', p.oid, 'execute')
             or has_function_privilege('${OWN_ROLE}', p.oid, 'execute'))`);
    const names = rows.map(({ name }) => name as string);
    for (const name of ['append_events', 'insert_leads_batch', 'failed_tasks', ...ENTERING])
      assert(names.includes(name), name);
    for (const { name, arguments: count } of rows) {
      const others = Array.from({ length: count - 1 }, () => ', null').join('');
      for (const tenant of ENTERING.includes(name) ? [uuidOf(birch)] : [uuidOf(birch), null]) {
        const refused = asApplication(tenant, async (query) => {
          if (OWN_FUNCTIONS.includes(name)) await query(`set local role ${OWN_ROLE}`);
          return query(`select ${name}($1${others})`, [uuidOf(alder)]);
        });
        await assert.rejects(refused, { code: '42501', message: /is not the tenant/ }, name);
      }
    }
    const own = await asApplication(uuidOf(birch), (query) =>
      query("select data->>'organization_id' as organization_id from failed_tasks($1)", [
        uuidOf(birch),
      ]),
    );
    assert.deepEqual(own, [{ organization_id: uuidOf(birch) }]);
  });
});

/** A policy that limits rows to the tenant and to nothing else, as PostgreSQL writes it. */
const TENANT_ONLY =
  "(organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid)";

/** Without a tenant, these are transactions of their own, and enter the organization that they name. */
const ENTERING = ['enter_organization', 'probe_leads', 'capture_lead', 'find_response'];

const ASKED_BY_TEXT = ['lookupContact', 'findAnything'];

describe('the routes', () => {
  const withIds = ownRoutes.filter(
    ({ id, params }) =>
      Object.keys(params).length > 0 && !SAME_FOR_ALL.includes(id) && !OF_ACCOUNT.includes(id),
  );
  const withoutIds = routes.filter(
    ({ id, kind, method, params, query }) =>
      method === 'GET' &&
      Object.keys(params).length === 0 &&
      !query.required?.length &&
      kind !== 'stream' &&
      // They need a phone number or a text: their own tests look for people of another organization.
      !ASKED_BY_TEXT.includes(id) &&
      !SAME_FOR_ALL.includes(id) &&
      !OF_ACCOUNT.includes(id),
  );
  /** Operations with an id in the query that are not lists; a list filtered by an unknown id is just empty. */
  const withIdInQuery = routes
    .filter(({ method, query }) => method === 'GET' && !('cursor' in query.properties))
    .flatMap((operation) =>
      Object.keys(operation.query.properties)
        .filter((name) => name.endsWith('_id'))
        .map((name) => ({ operation, name })),
    );
  /** Figures have no ids: what changes them shows which organization they belong to. By default, another lead does. */
  const figures: Readonly<
    Record<
      string,
      {
        by?: [operationId: string, kind: string];
        query?: string;
        /** Adds to the figures, if no resource does. */
        add?: (api: TestOrganization['api']) => Promise<unknown>;
      }
    >
  > = {
    listSpend: {
      add: (api) =>
        api.put('/v1/spend', { source: 'ads', date: '2027-02-01', amount: 100, currency: 'USD' }),
    },
    getFunnel: {},
    getSpeedToLead: {},
    getInboxSummary: {},
    countJobs: { by: ['getJob', 'job'] },
    countInvoices: { by: ['getInvoice', 'invoice'] },
    getRevenue: { by: ['recordPayment', 'invoice'] },
    getUtilization: {
      by: ['getAppointment', 'appointment'],
      query: '?from=2027-03-01&to=2027-03-31',
    },
  };
  const reports = withoutIds.filter(
    ({ id, tag }) => tag === 'Reports' || Object.hasOwn(figures, id),
  );

  for (const operation of reports) {
    it(`count nothing of another organization in ${operation.id}`, async () => {
      const figure = figures[operation.id] ?? {};
      const { by: [id, kind] = ['getLead', 'lead'], query = '', add } = figure;
      const read = async (api: TestOrganization['api']) => {
        const response = await api.get(operation.path + query);
        assert.equal(response.status, 200);
        return response.body;
      };
      const strangers = [birch.api, service.operator];
      const own = await read(alder.api);
      const theirs = await Promise.all(strangers.map(read));
      await (add ? add(alder.api) : makeResourceFor(id, kind, service, alder));
      assert.notDeepEqual(await read(alder.api), own, 'it counts nothing at all');
      assert.deepEqual(await Promise.all(strangers.map(read)), theirs);
    });
  }

  for (const operation of withoutIds.filter((one) => !reports.includes(one))) {
    it(`show nothing of another organization in ${operation.id}`, async () => {
      const text = async (api: TestOrganization['api'], query = '') => {
        const response = await api.get(operation.path + query);
        assert.equal(response.status, 200);
        return JSON.stringify(response.body);
      };
      const isPaged = 'limit' in operation.query.properties;
      const ids = [alder.organizationId, ...idsOfAlder];
      const isOfUser = operation.id === 'getMyDay';
      const apiOf = ({ organizationId, api }: TestOrganization) =>
        (isOfUser && technicians.get(organizationId)) || api;
      const own = await text(apiOf(alder), isPaged ? '?limit=200' : '');
      assert(
        ids.some((id) => own.includes(id)),
        'its own organization sees nothing either, so this would prove nothing',
      );
      const pages = [await text(apiOf(birch))];
      // The operator’s token has no user.
      if (!isOfUser) pages.push(await text(service.operator));
      if (isPaged) {
        const { body } = await alder.api.get(`${operation.path}?limit=1`);
        assert.notEqual(body.next_cursor, null);
        pages.push(await text(birch.api, `?limit=200&cursor=${body.next_cursor}`));
      }
      for (const page of pages) {
        for (const id of ids) assert(!page.includes(id), `it shows ${id}`);
      }
    });
  }

  for (const { operation, name } of withIdInQuery) {
    it(`hide another organization’s resources from ${operation.id} by ${name}`, async () => {
      const { properties, required = [] } = operation.query;
      const fields: Record<string, { examples?: unknown[] }> = properties;
      const example = (field: string) => String(fields[field]?.examples?.[0]);
      const theirs = String(await sampleValue(example(name), createForAlder));
      const path = (id: string) => {
        const given = required.map((field) => [field, example(field)]);
        return `${operation.path}?${new URLSearchParams([...given, [name, id]])}`;
      };
      for (const stranger of [birch.api, service.operator]) {
        const seen = await stranger.get(path(theirs));
        // A count of what does not exist is zero, like a list of it.
        assert.equal(seen.status, operation.id.startsWith('count') ? 200 : 404);
        assert.deepEqual(essence(seen), essence(await stranger.get(path(example(name)))));
      }
      assert.equal((await alder.api.get(path(theirs))).status, 200);
    });
  }

  /** Every so many operations, all rows are compared; for the others, that nothing was logged. */
  const comparesAll = sized({ long: 10, nightly: 1 });

  for (const [index, operation] of withIds.entries()) {
    it(`hide another organization’s resources from ${operation.id}, as if they did not exist`, async () => {
      const { id, method } = operation;
      const existing = async (kind: ParamKind) => idOfAlder.get(kind) ?? createForAlder(kind);
      const inBody = (kind: ParamKind) => (kind === 'user' ? createForAlder(kind) : otherOf(kind));
      const inPath = keepsResource(id) ? existing : createForAlder;
      const body = await sampleBody(operation, (kind) =>
        makeResourceInBodyOf(id, kind, service, alder, inBody),
      );
      const theirs = await pathWith(operation, (kind) =>
        makeResourceFor(id, kind, service, alder, inPath),
      );
      const unknown = await pathWith(operation, async (kind) => unknownOf(kind));
      const look = () =>
        index % comparesAll === 0 ? everythingOf(service, alder) : lastEventOf(alder);
      const before = await look();

      for (const stranger of [birch.api, service.operator]) {
        const seen = await stranger.call(method, theirs, body);
        const missing = await stranger.call(method, unknown, body);
        assert.equal(seen.status, 404);
        assert.deepEqual(essence(seen), essence(missing));
      }
      assert.deepEqual(await look(), before, `${id} changed something`);

      const headers = { 'idempotency-key': `walk of ${id}` };
      const own = await alder.api.call(method, theirs, body, { headers });
      assert(own.status < 300, `the owner itself got ${own.status}: ${JSON.stringify(own.body)}`);
      const replay = await birch.api.call(method, theirs, body, { headers });
      assert.equal(replay.status, 404, 'the stored response of another organization was returned');
    });
  }

  it('are all covered: each has ids, is a list or a read of your own data, or creates something new', () => {
    const asking = withIdInQuery.map(({ operation }) => operation);
    const walked = new Set([...withIds, ...withoutIds, ...asking].map(({ id }) => id));
    const others = routes.filter(({ id }) => !walked.has(id));
    for (const { id, kind, method } of others) {
      // Endless streams are tested in stream-events.test.ts.
      if (kind === 'stream' || ASKED_BY_TEXT.includes(id) || SAME_FOR_ALL.includes(id)) continue;
      if (OF_ACCOUNT.includes(id)) continue;
      assert.match(method, /^(POST|PUT|PATCH)$/, id);
    }
    assert(withIds.length >= 6 && withoutIds.length >= 5);
  });

  /** So that every list has a second page, if its pages have one row. */
  setUp(async () => {
    for (const kind of idKinds) idsOfAlder.push(await createForAlder(kind));
  });

  /** The newest entry of the log: every change is in it. */
  async function lastEventOf(organization: TestOrganization): Promise<unknown> {
    const { rows } = await service.owner.query(
      'select max(seq) as seq from events where organization_id = $1',
      [uuidOf(organization)],
    );
    return rows;
  }
});
