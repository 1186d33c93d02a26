import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCOPES_OF_ROLE } from './domain/scopes.ts';
import type { Caller } from './platform/auth/authenticator.ts';
import { callerFor } from './platform/auth/caller-for.ts';
import { isOwn } from './platform/auth/scopes.ts';
import { Problem } from './platform/errors.ts';
import type { Operation, ParamKind } from './platform/http/operation.ts';
import { newUuid, toPublicId } from './platform/ids.ts';
import { routes } from './routes.ts';
import type { ApiResponse } from './testing/api-client.ts';
import { makeResource } from './testing/builders.ts';
import { setUp, sharedService } from './testing/fixtures.ts';
import type { TestOrganization } from './testing/harness.ts';
import { pathWith, sampleBody } from './testing/requests.ts';
import { sampled } from './testing/sized.ts';
import { newTechnician, planWork, type Technician, type Work } from './testing/technicians.ts';
import { uuidFrom } from './testing/uuid-from.ts';

/** What technicians can do with their own work. A new operation is added here on purpose. */
const FOR_OWN_WORK = [
  'listLeads',
  'getLead',
  'listInbox',
  'getInboxSummary',
  'listCustomers',
  'getCustomer',
  'listProperties',
  'getProperty',
  'listEquipment',
  'getEquipment',
  'getLifecycle',
  'findAnything',
  'getAvailability',
  'bookAppointment',
  'listAppointments',
  'getAppointment',
  'getMyDay',
  'updateAppointment',
  'confirmAppointment',
  'dispatchAppointment',
  'markAppointmentEnRoute',
  'markAppointmentRunningLate',
  'startAppointment',
  'completeAppointment',
  'markAppointmentNoShow',
  'cancelAppointment',
  'undoAppointmentStep',
  'listJobs',
  'countJobs',
  'getJob',
  'startJob',
  'pauseJob',
  'resumeJob',
  'completeJob',
  'createChecklistItem',
  'checkChecklistItem',
  'uncheckChecklistItem',
  'createJobNote',
  'listJobNotes',
  'createJobAttachment',
  'listJobAttachments',
  'listJobWarrantyClaims',
  'listWarrantyClaims',
  'getWarrantyClaim',
  'uploadFile',
  'getFile',
  'getFileContent',
  'createInvoice',
  'listInvoices',
  'countInvoices',
  'getInvoice',
  'updateInvoice',
  'sendInvoice',
  'getInvoiceDocument',
  'recordPayment',
  'collectPayment',
  'createCheckout',
  'getCheckout',
  'createEstimate',
  'listEstimates',
  'getEstimate',
  'updateEstimate',
  'sendEstimate',
  'reviseEstimate',
  'declineEstimate',
  'acceptEstimate',
  'verifyEstimate',
  'getEstimateDocument',
  'createLink',
  'recordCommunication',
  'sendMessage',
  'listCommunications',
  'getCommunication',
  'retryCommunication',
  'createFollowUp',
  'listFollowUps',
  'getFollowUp',
  'cancelFollowUp',
  'completeFollowUp',
  'rescheduleFollowUp',
];

/** What technicians can do besides, with what everybody in the company can see, and with themselves. */
const OF_THE_COMPANY = [
  'listTemplates',
  'getTemplate',
  'getRetention',
  'getOrganization',
  'getQuotas',
  'getToken',
  'getMe',
  'updateMe',
  'updatePreferences',
  'updatePassword',
  'createPasskeyOptions',
  'createPasskey',
  'listPasskeys',
  'deletePasskey',
  'listSessions',
  'endSession',
  'listUsers',
  'getUser',
  'listServices',
  'getServiceByCode',
  'listAreas',
  'getArea',
  'listCapacityRules',
  'getCapacityRule',
  'listPriceItems',
  'getPriceItem',
  'listTeams',
  'getTeam',
  'listTimeOff',
  'getTimeOff',
];

const TECHNICIAN: Caller = {
  organizationId: newUuid(),
  tokenId: newUuid(),
  userId: newUuid(),
  ownerId: null,
  scopes: SCOPES_OF_ROLE.technician,
  actor: { type: 'system', id: null, name: 'test' },
  allowedOrigins: [],
  session: null,
  isSuspended: false,
  country: 'US',
  qualificationPolicy: '',
};

const MARK = 'Secretive Benson';

const service = sharedService();
let office: TestOrganization;
let ana: Technician;
let ben: Technician;
let worksOfBen: Work;
let worksOfAna: Work;
setUp(async () => {
  office = await service.newOrganization();
  ana = await newTechnician(service, office, 'Ana Silva');
  ben = await newTechnician(service, office, 'Ben Okafor');
  worksOfBen = await planWork(service, office, ben, { mark: MARK, hour: 9 });
  worksOfAna = await planWork(service, office, ana, { mark: 'Open Alvarez', hour: 9 });
  // The last use of a token is stored once a minute, and would count as a change.
  for (const { api } of [ana, ben, office]) assert.equal((await api.get('/v1/me')).status, 200);
});

const ofOwnWork = routes.filter(({ scopes }) => scopes.some(isOwn));
const others = routes.filter(({ kind, scopes }) => kind !== 'stream' && !scopes.some(isOwn));

const idOfBen = async (kind: ParamKind) =>
  worksOfBen[kind] ?? (kind === 'user' ? ben.userId : makeResource(kind, service, office));

interface Request {
  path: string;
  body: Record<string, unknown> | undefined;
}

const requests = new Map<Operation, Promise<Request>>();

/** About the work of Ben. */
function requestFor(operation: Operation): Promise<Request> {
  const known = requests.get(operation) ?? newRequest(operation);
  requests.set(operation, known);
  return known;
}

async function newRequest(operation: Operation): Promise<Request> {
  const body = await sampleBody(operation, idOfBen);
  const isOfClaims = operation.id === 'listJobWarrantyClaims';
  const path = await pathWith(operation, (kind) => idOfBen(isOfClaims ? 'claimed_job' : kind));
  return { path, body };
}

/** Well-formed, but unknown. */
const unknownId = async (kind: ParamKind) =>
  kind === 'lifecycle_number' ? '999999-0' : toPublicId(kind, newUuid());

describe('a technician, with the work of another technician', () => {
  it('has the operations of the list, and no stream or upload except files and documents', () => {
    assert.deepEqual(
      ofOwnWork.map(({ id }) => id),
      FOR_OWN_WORK,
    );
    const others = ofOwnWork.filter(({ kind }) => kind !== 'read' && kind !== 'mutation');
    assert.deepEqual(
      others.map(({ id }) => id),
      ['uploadFile', 'getFileContent', 'getInvoiceDocument', 'getEstimateDocument'],
    );
  });

  for (const operation of ofOwnWork) {
    it(`sees and changes nothing by ${operation.id}`, async () => {
      const { path, body } = await requestFor(operation);
      const before = await everything();
      const responses: ApiResponse[] = [];
      for (const query of queriesOf(operation)) {
        responses.push(await ana.api.call(operation.method, path + query, body));
      }
      for (const response of responses) assertShowsNothing(response);
      assert.deepEqual(await everything(), before, `${operation.id} changed something`);

      const [response] = responses;
      assert(response);
      if (Object.keys(operation.params).length > 0) {
        assert.equal(response.status, 404, JSON.stringify(response.body));
        const missing = await pathWith(operation, unknownId);
        const unknown = await ana.api.call(operation.method, missing, body);
        assert.deepEqual(essence(response), essence(unknown), 'it differs from an unknown id');
      } else if (operation.kind === 'mutation') {
        assert([403, 404, 422].includes(response.status), JSON.stringify(response.body));
      }
    });
  }

  it('is refused by all other operations, except those about the company', async () => {
    const mayCall = (operation: Operation) => {
      try {
        return Boolean(callerFor(operation, TECHNICIAN));
      } catch (error) {
        assert(error instanceof Problem && error.code === 'scope_missing');
        return false;
      }
    };
    const allowed = others.filter(mayCall);
    assert.deepEqual(
      allowed.map(({ id }) => id),
      OF_THE_COMPANY,
    );
    const before = await everything();
    const call = async (operation: Operation) => {
      const path = await pathWith(operation, async (kind) => worksOfBen[kind] ?? unknownId(kind));
      const response = await ana.api.call(operation.method, path);
      assertShowsNothing(response);
      return response.status;
    };
    for (const operation of allowed) assert.notEqual(await call(operation), 403, operation.id);
    const refused = others.filter((operation) => !mayCall(operation));
    for (const operation of sampled(refused, 20, 'refused to technicians')) {
      assert.equal(await call(operation), 403, operation.id);
    }
    assert.deepEqual(await everything(), before);
  });

  it('counts only own work', async () => {
    for (const kind of ['jobs', 'invoices']) {
      const { body } = await ana.api.get(`/v1/${kind}/count`);
      const counts: { count: number }[] = body.data;
      const { data: listed } = (await ana.api.get(`/v1/${kind}`)).body;
      const { data: all } = (await office.api.get(`/v1/${kind}`)).body;
      const count = counts.reduce((sum, one) => sum + one.count, 0);
      assert.equal(count, listed.length, kind);
      assert(count > 0 && count < all.length, `${count} of ${all.length} ${kind}`);
    }
  });

  it('cannot open the event stream or the log', async () => {
    for (const path of ['/v1/events', '/v1/events/stream']) {
      const { status, body } = await ana.api.get(path);
      assert.deepEqual([status, body.code], [403, 'scope_missing'], path);
    }
  });

  it('gets no stored response of the other’s Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'guessed' };
    const path = `/v1/jobs/${worksOfBen.job}/notes`;
    const note = { text: MARK };
    assert.equal((await ben.api.post(path, note, { headers })).status, 201);
    const replayed = await ben.api.post(path, note, { headers });
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
    const guessed = await ana.api.post(path, note, { headers });
    assert.deepEqual([guessed.status, guessed.body.code], [422, 'idempotency_key_reused']);
    assertShowsNothing(guessed);
  });

  it('cannot name it in a body for their own work', async () => {
    const lines = [{ description: 'x', quantity: 1, unit_amount: 1 }];
    const before = await everything();
    const tries: [string, object, number][] = [
      ['/v1/invoices', { job_id: worksOfBen.job, currency: 'USD', lines }, 404],
      [
        '/v1/estimates',
        { lead_id: worksOfBen.lead, title: 'x', options: [{ name: 'x', lines }] },
        404,
      ],
      ['/v1/messages', { lead_id: worksOfBen.lead, channel: 'sms', body: 'Hi' }, 404],
      ['/v1/messages', { customer_id: worksOfBen.customer, channel: 'sms', body: 'Hi' }, 404],
      ['/v1/communications', { lead_id: worksOfBen.lead, channel: 'note', body: 'Hi' }, 404],
      [
        '/v1/follow-ups',
        { job_id: worksOfBen.job, channel: 'task', body: 'x', due_at: '2027-03-05T09:00:00-08:00' },
        404,
      ],
      ['/v1/appointments', { job_id: worksOfBen.job, assigned_to: ana.userId, ...NOON }, 404],
      ['/v1/appointments', { lead_id: worksOfBen.lead, assigned_to: ana.userId, ...NOON }, 404],
      ['/v1/appointments', { hold_id: worksOfBen.hold }, 404],
      // Their own job, for another user or for none.
      ['/v1/appointments', { job_id: worksOfAna.job, assigned_to: ben.userId, ...NOON }, 403],
      ['/v1/appointments', { job_id: worksOfAna.job, ...NOON }, 403],
    ];
    for (const [path, body, status] of tries) {
      const response = await ana.api.post(path, body);
      assert.equal(response.status, status, `${path} ${JSON.stringify(response.body)}`);
      assertShowsNothing(response);
    }
    const visit = `/v1/appointments/${worksOfAna.appointment}`;
    for (const assigned_to of [ben.userId, null]) {
      const passedOn = await ana.api.patch(visit, { assigned_to });
      assert.deepEqual([passedOn.status, passedOn.body.code], [403, 'own_work_only']);
    }
    assert.deepEqual(await everything(), before);
  });
});

// Afterwards, because it changes the work.
describe('the technician of the work', () => {
  it('is not refused by any of these operations, so the refusals prove something', async () => {
    for (const operation of ofOwnWork) await assertFoundByBen(operation);
  });
});

describe('the database, for own work', () => {
  /** Runs the statement as it would run for Ana's token, and undoes it. */
  async function forAna(sql: string, values: unknown[] = []) {
    const { owner } = service;
    await owner.query('begin');
    try {
      await owner.query('set local role throughline_own');
      await owner.query("select set_config('app.organization_id', $1, true)", [uuidOfOffice()]);
      await owner.query("select set_config('app.user_id', $1, true)", [
        uuidFrom('user', ana.userId),
      ]);
      return await owner.query(sql, values);
    } finally {
      await owner.query('rollback');
    }
  }

  it('refuses to move a row of another technician or to take it over, whatever the statement', async () => {
    const me = uuidFrom('user', ana.userId);
    const jobOfAna = uuidFrom('job', worksOfAna.job ?? '');
    for (const [sql, values] of [
      ['update appointments set assigned_to = $1 where assigned_to <> $1', [me]],
      ['update jobs set title = $1 where job_id <> all (own_job_ids(organization_id))', ['x']],
      ['update invoices set notes = $1 where job_id <> all (own_job_ids(organization_id))', ['x']],
      ["update leads set notes = $1 where name like 'Secretive%'", ['x']],
      ["update estimates set viewed_at = now() where title like '%Secretive%'", []],
      ["update communications set body = $1 where body like '%Secretive%'", ['x']],
      ["update follow_ups set note = $1 where body like '%Secretive%'", ['x']],
    ] as const) {
      assert.equal((await forAna(sql, [...values])).rowCount, 0, sql);
    }
    for (const [sql, values] of [
      ['update appointments set assigned_to = null', []],
      ['update jobs set assigned_to = $1', [uuidFrom('user', ben.userId)]],
      [
        `insert into job_notes (organization_id, note_id, job_id, lifecycle_number, text, author, created_at, updated_at)
         values ($1, gen_random_uuid(), $2, '100001-0', 'x', 'x', now(), now())`,
        [uuidOfOffice(), uuidFrom('job', worksOfBen.job ?? '')],
      ],
      [
        `insert into appointments (organization_id, appointment_id, lifecycle_number, lead_id, assigned_to, type, status,
           starts_at, ends_at, blocked_until, created_at, updated_at)
         values ($1, gen_random_uuid(), $2, $3, $4, 'x', 'booked', now(), now() + interval '1 h',
           now() + interval '1 h', now(), now())`,
        [uuidOfOffice(), worksOfBen.lifecycle_number, uuidFrom('lead', worksOfBen.lead ?? ''), me],
      ],
    ] as const) {
      await assert.rejects(forAna(sql, [...values]), { code: '42501' }, sql);
    }
    assert.equal(
      (await forAna('update jobs set title = title where job_id = $1', [jobOfAna])).rowCount,
      1,
    );
  });

  it('shows nothing without a user', async () => {
    const { owner } = service;
    for (const table of [
      'appointments',
      'jobs',
      'leads',
      'customers',
      'invoices',
      'checkouts',
      'estimates',
      'estimate_acceptances',
      'communications',
    ]) {
      await owner.query('begin');
      await owner.query('set local role throughline_own');
      await owner.query("select set_config('app.organization_id', $1, true)", [uuidOfOffice()]);
      const { rowCount } = await owner.query(`select from ${table}`);
      await owner.query('rollback');
      assert.equal(rowCount, 0, table);
    }
  });
});

const NOON = { starts_at: '2027-03-02T12:00:00-08:00' };

function uuidOfOffice(): string {
  return uuidFrom('organization', office.organizationId);
}

/** Without a filter, with all that it needs, and with each of Ben's ids as a filter. */
function queriesOf({ query, params }: Operation): string[] {
  const fields: Record<string, { examples?: unknown[] }> = query.properties;
  const required = (query.required ?? []).map((name) => [
    name,
    name === 'q' ? 'Secretive' : fields[name]?.examples?.[0],
  ]);
  const base = 'limit' in fields ? [['limit', 200]] : [];
  const filters = Object.keys(fields).flatMap((name) => {
    if (name === 'q') return query.required?.includes(name) ? [] : [[[name, 'Secretive']]];
    const kind = name.replace(/_id$/, '');
    const id = name === 'assigned_to' || kind === 'user' ? ben.userId : worksOfBen[kind];
    return id === undefined || name in params ? [] : [[[name, id]]];
  });
  return [[], ...filters].map((filter) => {
    const pairs = [...base, ...required, ...filter].map(([name, value]) => `${name}=${value}`);
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  });
}

function assertShowsNothing({ status, body }: ApiResponse): void {
  assert(status < 500, JSON.stringify(body));
  const text = JSON.stringify(body ?? '');
  assert(!text.includes(MARK), `it shows ${text.slice(0, 500)}`);
  for (const [kind, id] of Object.entries(worksOfBen)) {
    assert(!text.includes(id), `it shows the ${kind}: ${text.slice(0, 500)}`);
  }
}

/** They show times and counts. */
const SHOW_NO_IDS = ['getAvailability', 'getInboxSummary', 'countJobs', 'countInvoices'];

async function assertFoundByBen(operation: Operation): Promise<void> {
  const { id, kind, method } = operation;
  const { path, body } = await requestFor(operation);
  if (kind === 'read') {
    const queries = queriesOf(operation);
    const query = id === 'getAvailability' ? queries.find((one) => one.includes('user')) : '';
    const { status, body: seen } = await ben.api.call(method, path + (query || queries[0]));
    assert.equal(status, 200, `${id}: ${JSON.stringify(seen)}`);
    if (SHOW_NO_IDS.includes(id)) return;
    const ids = Object.values(worksOfBen);
    assert(
      ids.some((one) => JSON.stringify(seen).includes(one)),
      `${id}: its technician sees nothing either`,
    );
  } else if (Object.keys(operation.params).length > 0) {
    const { assigned_to: _other, ...changes } = body ?? {};
    const { status } = await ben.api.call(method, path, body && changes);
    assert(
      ![401, 403, 404].includes(status) && status < 500,
      `${id}: its technician got ${status}`,
    );
  }
}

function essence({ status, body }: ApiResponse) {
  const { request_id: _own, ...rest } = body;
  return { status, rest };
}

let tables: string[] | undefined;
let lastSeen: { transactions: string; rows: unknown[] } | undefined;

/** Every row of the organization, and its tasks. They are read again only after a transaction that could change one. */
async function everything(): Promise<unknown[]> {
  const { rows: now } = await service.owner.query<{ transactions: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as transactions',
  );
  const transactions = now[0]?.transactions ?? '';
  if (lastSeen?.transactions !== transactions) {
    lastSeen = { transactions, rows: await readEverything() };
  }
  return lastSeen.rows;
}

async function readEverything(): Promise<unknown[]> {
  tables ??= (
    await service.owner.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and a.attname = 'organization_id' and not a.attisdropped order by 1`)
  ).rows.map(({ name }) => name);
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, to_jsonb(t) as row from ${name} t where organization_id = $1::uuid`,
  );
  const { rows } = await service.owner.query(
    `${parts.join(' union all ')}
     union all select 'tasks', to_jsonb(j) from pgboss.job j where data->>'organization_id' = $1::uuid::text
     order by 1, 2`,
    [uuidOfOffice()],
  );
  return rows;
}
