import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import type { ApiResponse } from '../../testing/api-client.ts';
import { dump, rowsWith } from '../../testing/dump.ts';
import { eventually } from '../../testing/eventually.ts';
import { SIGNATURE_PNG } from '../../testing/files.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { PERSON, SPELLINGS, startSurroundings, WholePerson } from '../../testing/whole-person.ts';

type Body = ApiResponse['body'];

const service = sharedService({
  hasWorker: true,
  ownDatabase: true,
  because: 'reads every row of it',
});
const around = shared(() => startSurroundings());
let person: WholePerson;
let before: Map<string, string[]>;
let after: Map<string, string[]>;
let sumsBefore: Body[];
let eventsBefore: Body[];
let erased: Body;
let neighbor: Body;
/** Before the erasure. */
let exported: Record<'ofCustomer' | 'ofLead' | 'ofMergedLead', Body>;

const sums = async () => {
  const { rows } = await service.owner.query(
    'select number, status, subtotal, tax, total, paid, payment_count from invoices order by number',
  );
  return rows;
};
const shapes = async () => {
  const { rows } = await service.owner.query(
    `select seq, event_id, type, occurred_at, lifecycle_number, actor, data->>'status' as status,
            (select array_agg(k order by k) from jsonb_object_keys(data) k) as fields
     from events where type not like 'person.%' order by organization_id, seq`,
  );
  return rows;
};

async function exportOf(path: string): Promise<Body> {
  const response = await fetch(`${service.url}/v1/${path}/export`, {
    headers: { authorization: `Bearer ${person.organization.token}` },
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  const text = await response.text();
  assert.match(text, /^\{\n {2}"exported_at": /);
  return JSON.parse(text);
}

setUp(async () => {
  const organization = await service.newOrganization();
  person = await WholePerson.create(service, organization, around);
  // Another person with the same phone, who is not a duplicate for certain.
  const fields = { name: 'Ottoline Vance', phone: '+14157770001', notes: 'Blue door' };
  neighbor = (await organization.api.post('/v1/leads', freshLead(fields))).body;
  exported = {
    ofCustomer: await exportOf(`customers/${person.customerId}`),
    ofLead: await exportOf(`leads/${person.leadId}`),
    ofMergedLead: await exportOf(`leads/${person.mergedLeadId}`),
  };
  before = await dump(service.owner);
  [sumsBefore, eventsBefore] = [await sums(), await shapes()];
  erased = await person.erase();
  after = await dump(service.owner);
});

describe('the export of a customer', () => {
  it('has everything that is stored about the person, in one document', async () => {
    const { ofCustomer: document } = exported;
    assert.deepEqual(document.contact, {
      name: PERSON.name,
      phone: PERSON.phone,
      email: PERSON.email,
      address: `${PERSON.address}, USA`,
    });
    const lengths = Object.fromEntries(
      Object.entries(document).flatMap(([name, value]) =>
        Array.isArray(value) ? [[name, value.length]] : [],
      ),
    );
    assert((lengths.history ?? 0) > 50);
    assert.deepEqual(
      { ...lengths, history: 0 },
      {
        lifecycle_numbers: 2,
        leads: 2,
        customers: 1,
        properties: 1,
        equipment: 1,
        appointments: 2,
        jobs: 3,
        invoices: 3,
        estimates: 4,
        communications: 12,
        opt_outs: 1,
        follow_ups: 2,
        receipts: 1,
        history: 0,
      },
    );
    const [, , paid] = document.invoices;
    assert.equal(paid.payments[0].amount, 125_000);
    const signed = document.estimates.flatMap((one: { signed: object | null }) => one.signed ?? []);
    assert.equal(signed.length, 1);
    assert.equal(signed[0].image, SIGNATURE_PNG);
    assert.equal(signed[0].document.signature.name, PERSON.name);
    const [, , job] = document.jobs;
    assert.deepEqual(
      [job.notes.length, job.attachments.length, job.warranty_claims.length],
      [1, 2, 1],
    );
    assert.equal(document.leads[0].consent.email.status, 'granted');
  });

  it('is the same for each of the person’s leads', async () => {
    const { ofLead: a, ofMergedLead: b } = exported;
    for (const list of ['communications', 'history', 'leads']) {
      assert.equal(b[list].length, a[list].length, list);
    }
  });
});

describe('erasing a customer', () => {
  it('leaves no trace of the person in a dump of the database and its queues', () => {
    for (const value of SPELLINGS) assert.deepEqual(rowsWith(after, value), [], value);
  });

  it('was tested with a value in every table that can have one', () => {
    const filled = new Set(SPELLINGS.flatMap((value) => rowsWith(before, value)).map(tableOf));
    assert.deepEqual([...filled].sort(), TABLES_WITH_VALUES);
  });

  it('changes no row, number, sum, seq, kind or time', async () => {
    for (const [table, rows] of before) {
      const remaining = after.get(table)?.length ?? 0;
      if (table === 'contact_keys' || table.startsWith('pgboss.')) continue;
      assert(remaining >= rows.length, `${table}: ${rows.length} rows became ${remaining}`);
    }
    assert.deepEqual(await sums(), sumsBefore);
    const events = await shapes();
    assert.deepEqual(events.slice(0, eventsBefore.length), eventsBefore);
  });

  it('emits person.erased with ids and counts only', async () => {
    const { data } = (await person.api.get('/v1/events?type=person.erased')).body;
    assert.equal(data.length, 1);
    const [{ data: event, lifecycle_number }] = data;
    assert.deepEqual(event, erased);
    assert.equal(lifecycle_number, erased.lifecycle_number);
    assert.deepEqual(erased.lead_ids.toSorted(), [person.leadId, person.mergedLeadId].toSorted());
    assert.deepEqual(erased.customer_ids, [person.customerId]);
    assert(erased.counts.events > 50, JSON.stringify(erased.counts));
  });

  it('shows marks in place of the values', async () => {
    const { body: customer } = await person.api.get(`/v1/customers/${person.customerId}`);
    assert.deepEqual(
      [customer.name, customer.phone, customer.email, customer.address],
      ['[erased]', '[erased]', '[erased]', '[erased]'],
    );
    assert.equal(customer.invoices.length, 3);
    assert.deepEqual(
      customer.estimates.map(({ title, decline_reason }: Body) => [title, decline_reason]),
      [
        ['[erased]', null],
        ['[erased]', null],
        ['[erased]', null],
        ['[erased]', '[erased]'],
      ],
    );
    assert.equal(customer.invoices[0].lines[0].description, '[erased]');
    assert.equal(customer.invoices[1].total, 125_000);
    const { body: lifecycle } = await person.api.get(`/v1/lifecycles/${erased.lifecycle_number}`);
    assert(
      lifecycle.communications.every(({ body }: Body) => body === null || body === '[erased]'),
    );
    assert.equal(lifecycle.lead.notes, '[erased]');
    const { data } = (await person.api.get(`/v1/properties?lead_id=${person.leadId}`)).body;
    const mark = '[erased]';
    assert.deepEqual(
      data.map(({ address, coordinates, access_notes }: Body) => [
        ...Object.values(address),
        coordinates,
        access_notes,
      ]),
      [[mark, mark, mark, mark, mark, mark, null, mark]],
    );
  });

  it('ends follow-ups, runs and messages that were waiting', async () => {
    const followUp = (await person.api.get(`/v1/follow-ups/${person.openFollowUpId}`)).body;
    assert.deepEqual([followUp.status, followUp.reason], ['canceled', 'person_erased']);
    const run = (await person.api.get(`/v1/playbook-runs/${person.waitingRunId}`)).body;
    assert.deepEqual([run.status, run.reason], ['canceled', 'person_erased']);
    // An attempt that was under way may have ended without success after the request: it is not repeated.
    const messages = await eventually(async () => {
      const { rows } = await service.owner.query(
        `select status, status_reason from communications where channel = 'email' and direction = 'outbound'`,
      );
      assert(rows.length > 1);
      return rows.every(({ status }) => status !== 'queued') && rows;
    });
    for (const message of messages)
      assert.deepEqual(message, { status: 'not_sent', status_reason: 'person_erased' });
  });

  it('deletes the keys that the person was found by', async () => {
    const ids = [person.leadId, person.mergedLeadId].map((id) => toUuid('lead', id));
    const { rows } = await service.owner.query(
      'select from contact_keys where contact_id = any ($1)',
      [[...ids, toUuid('customer', person.customerId)]],
    );
    assert.deepEqual(rows, []);
    const found = await person.api.get('/v1/customers?q=quackenbush');
    assert.deepEqual(found.body.data, []);
  });

  it('does not touch other people', async () => {
    const { body } = await person.api.get(`/v1/leads/${neighbor.lead_id}`);
    assert.deepEqual(body, neighbor);
  });

  it('repeated, returns the same erasure and emits nothing', async () => {
    const path = `/v1/customers/${person.customerId}/erase`;
    const { status, body } = await person.api.post(path);
    assert.equal(status, 200);
    assert.deepEqual(body, erased);
    const { body: lead } = await person.api.post(`/v1/leads/${person.mergedLeadId}/erase`);
    assert.deepEqual(lead, erased);
    const { data } = (await person.api.get('/v1/events?type=person.erased')).body;
    assert.equal(data.length, 1);
  });
});

describe('an erased person', () => {
  it('gets no new records: everything is refused with the reason', async () => {
    const { api, leadId: lead_id, customerId: customer_id } = person;
    const { rows } = await service.owner.query(
      `select job_id from jobs where lifecycle_number = $1 limit 1`,
      [erased.lifecycle_number],
    );
    assert.equal(rows.length, 1);
    const [job] = (await api.get(`/v1/jobs?customer_id=${customer_id}`)).body.data;
    const at = `/v1/jobs/${job.job_id}`;
    const [place] = (await api.get(`/v1/properties?customer_id=${customer_id}`)).body.data;
    const { property_id } = place;
    const { data: offers } = (await api.get(`/v1/estimates?customer_id=${customer_id}`)).body;
    const offer = (status: string) =>
      `/v1/estimates/${offers.find((one: Body) => one.status === status).estimate_id}`;
    const signature = { name: PERSON.name, kind: 'typed' };
    const lines = [{ description: 'Boiler', quantity: 1, unit_amount: 5_000 }];
    const options = [{ name: 'Better', lines }];
    const address = { line1: '1', city: 'X', region: '', postal_code: '1', country: 'US' };
    const refused: [method: string, path: string, body: object][] = [
      ['PATCH', `/v1/leads/${lead_id}`, { name: PERSON.name }],
      ['PATCH', `/v1/customers/${customer_id}`, { phone: PERSON.phone }],
      ['POST', '/v1/communications', { lead_id, channel: 'note', body: 'Called again' }],
      ['POST', '/v1/messages', { lead_id, channel: 'sms', body: 'Hi', to: PERSON.phone }],
      ['POST', '/v1/follow-ups', { lead_id, channel: 'task', delay: 'P1D', body: 'Call' }],
      ['POST', '/v1/appointments', { lead_id, starts_at: '2027-03-09T09:00:00-08:00' }],
      ['POST', '/v1/jobs', { customer_id, title: 'Another' }],
      ['POST', '/v1/properties', { customer_id, address }],
      ['PATCH', `/v1/properties/${property_id}`, { address }],
      ['POST', '/v1/equipment', { property_id, kind: 'boiler' }],
      ['PATCH', at, { title: 'Mr Quackenbush' }],
      ['POST', '/v1/estimates', { customer_id, title: 'X', options }],
      ['PATCH', offer('draft'), { terms: 'For Mr Quackenbush' }],
      ['POST', `${offer('draft')}/send`, {}],
      ['POST', `${offer('sent')}/decline`, { reason: 'Mr Quackenbush moved' }],
      ['POST', `${offer('sent')}/accept`, { signature }],
      ['POST', `${offer('sent')}/revise`, {}],
      ['POST', `${at}/notes`, { text: 'Dog' }],
      ['POST', `${at}/attachments`, { url: 'https://files.example.com/2.jpg', name: 'Dog' }],
      ['POST', `${at}/checklist`, { title: 'Dog' }],
      ['POST', '/v1/opt-outs', { lead_id, channel: 'email', address: PERSON.email, source: 'x' }],
      ['POST', `/v1/leads/${neighbor.lead_id}/merge`, { into: lead_id }],
    ];
    const verified = await api.post(`${offer('accepted')}/verify`);
    assert.deepEqual([verified.body.valid, verified.body.erased], [false, true]);
    for (const [method, path, sent] of refused) {
      const { status, body } = await api.call(method, path, sent);
      assert.deepEqual(
        [status, body.code],
        [409, 'person_erased'],
        `${method} ${path}: ${JSON.stringify(body)}`,
      );
    }
    const playbook = { name: 'P', trigger: { manual: true }, steps: [{ id: 's', do: 'stop' }] };
    const made = await api.post('/v1/playbooks', playbook);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const run = await api.post(`/v1/playbooks/${made.body.playbook_id}/run`, { lead_id });
    assert.deepEqual([run.status, run.body.code], [409, 'person_erased']);
  });

  it('who writes again is a new person, and the opt-out still holds', async () => {
    const received = await person.receiveText(PERSON.phone, 'Do you still do heaters?');
    assert.notEqual(received.lifecycle_number, erased.lifecycle_number);
    const { body: lead } = await person.api.get(`/v1/leads?q=${encodeURIComponent(PERSON.phone)}`);
    assert.equal(lead.data.length, 1);
    const [{ lead_id, duplicate_match }] = lead.data;
    assert.equal(duplicate_match, null);
    const message = { lead_id, channel: 'sms', body: 'Yes' };
    const { communication_id } = (await person.api.post('/v1/messages', message)).body;
    const settled = await eventually(async () => {
      const { body } = await person.api.get(`/v1/communications/${communication_id}`);
      return body.status !== 'queued' && body;
    });
    assert.deepEqual([settled.status, settled.status_reason], ['not_sent', 'opted_out']);
  });

  it('can end the opt-out with a START from the same phone, and only so', async () => {
    const query = `/v1/opt-outs?address=${encodeURIComponent(PERSON.phone)}`;
    const [optOut] = (await person.api.get(query)).body.data;
    assert.equal(optOut.address, '[erased]');
    const office = await person.api.post(`/v1/opt-outs/${optOut.opt_out_id}/revoke`, {
      source: 'Asked on the phone',
    });
    assert.equal(office.status, 409);
    await person.receiveText(PERSON.phone, 'START');
    const [revoked] = (await person.api.get(query)).body.data;
    assert.notEqual(revoked.revoked_at, null);
  });
});

describe('the database', () => {
  const asApplication = async (sql: string, organizationId: string) => {
    await service.owner.query('begin');
    try {
      await service.owner.query('set local role throughline_app');
      await service.owner.query(`set local app.organization_id = '${organizationId}'`);
      await service.owner.query("set local app.erasing = 'on'");
      return await service.owner.query(sql);
    } finally {
      await service.owner.query('rollback');
    }
  };
  const organizationId = () => toUuid('organization', person.organization.organizationId) ?? '';

  it('lets the service change the log only through erase_person and apply_retention', async () => {
    const refused = [
      "update events set data = '{}'",
      "update invoice_payments set reference = 'x'",
      `select erase_events(e, null, null, 10) from erasures e`,
      `select erase_deliveries('${organizationId()}', '{1}', null)`,
      "select erased_json('{}', null, '{}', null)",
    ];
    for (const sql of refused) {
      await assert.rejects(asApplication(sql, organizationId()), { code: /42501|23001/ }, sql);
    }
    await assert.rejects(
      asApplication("update invoices set notes = 'x' where status = 'paid'", organizationId()),
      { code: '23001' },
    );
    await assert.rejects(
      asApplication("update leads set name = 'x' where erasure_id is not null", organizationId()),
      { code: 'TL409' },
    );
  });

  it('refuses to erase a person of another organization', async () => {
    const other = toUuid('organization', (await service.newOrganization()).organizationId) ?? '';
    const id = toUuid('erasure', erased.erasure_id);
    const call = (organization: string, tenant: string) =>
      asApplication(`select erase_person('${organization}', '${id}', now(), '{}', 10)`, tenant);
    await assert.rejects(call(organizationId(), other), { code: '42501' });
    await assert.rejects(call(other, other), { code: 'P0002' });
  });
});

function tableOf(row: string): string {
  return row.slice(0, row.indexOf(':'));
}

const TABLES_WITH_VALUES = [
  'appointments',
  'communications',
  'contact_points',
  'customers',
  'equipment',
  'estimate_acceptances',
  'estimates',
  'events',
  'files',
  'follow_ups',
  'idempotency_keys',
  'import_errors',
  'invoice_payments',
  'invoices',
  'job_attachments',
  'job_checklist_items',
  'job_notes',
  'jobs',
  'lead_merges',
  'leads',
  'opt_outs',
  'pgboss.job_common',
  'playbook_run_steps',
  'playbook_runs',
  'properties',
  'source_receipts',
  'user_preferences',
  'warranty_claims',
  'webhook_deliveries',
];
