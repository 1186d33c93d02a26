import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Bookkeeping } from '../../testing/bookkeeping.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { newUser, TUESDAY_9, tuesday } from '../../testing/office.ts';
import { genericPlan, multiplyRow } from '../../testing/plans.ts';
import { newToken } from '../../testing/tokens.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { nextVisitsOf } from '../appointments/index.ts';
import { balancesOf } from '../invoices/index.ts';

describe('the next visit and the balance in lists', () => {
  const service = sharedService();
  const books = fresh(() => {
    service.clock.set('2027-03-01T15:00:00Z');
    return Bookkeeping.open(service);
  });

  async function overview(path: string, api = books.api) {
    const { status, body } = await api.get(path);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(({ next_visit, balance }: Record<string, unknown>) => ({
      next_visit,
      balance,
    }));
  }
  async function book(lead_id: string, starts_at: string, assigned_to?: string) {
    const { status, body } = await books.api.post('/v1/appointments', {
      ...{ lead_id, starts_at },
      ...(assigned_to && { assigned_to }),
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }
  const leadOf = async (number: string): Promise<string> =>
    (await books.api.get(`/v1/lifecycles/${number}`)).body.lead.lead_id;

  it('are those of a lead under its number, per currency', async () => {
    const rosa = await newUser(books.api, { name: 'Rosa Delgado' });
    const lead = await leadOf(books.job.lifecycle_number);
    await book(lead, tuesday(3));
    const first = await book(lead, TUESDAY_9, rosa);
    await books.sent();
    await books.sent({ currency: 'EUR' });
    await books.paid((await books.sent()).invoice_id, 2_500);
    await books.draft();
    const next = {
      appointment_id: first.appointment_id,
      starts_at: '2027-03-02T09:00:00-08:00',
      ends_at: '2027-03-02T10:00:00-08:00',
      assigned_to: rosa,
      assignee_name: 'Rosa Delgado',
    };
    const balance = [
      { currency: 'EUR', amount: 10_000 },
      { currency: 'USD', amount: 17_500 },
    ];
    for (const path of ['/v1/leads', '/v1/leads?sort=last_activity_at', '/v1/customers']) {
      assert.deepEqual(await overview(path), [{ next_visit: next, balance }], path);
    }
    const { body } = await books.api.get(`/v1/leads/${lead}`);
    assert.ok(!('next_visit' in body) && !('balance' in body), 'only in lists');
  });

  it('of a customer are those of all their requests', async () => {
    const other = await books.newJob();
    const [own, others] = [
      await leadOf(books.job.lifecycle_number),
      await leadOf(other.lifecycle_number),
    ];
    await books.sent();
    await books.sent({ job_id: other.job_id });
    const later = await book(own, tuesday(5));
    const sooner = await book(others, tuesday(1));
    const merged = await books.api.post(`/v1/leads/${others}/merge`, { into: own });
    assert.equal(merged.status, 200, JSON.stringify(merged.body));
    const [customer, ...rest] = await overview('/v1/customers');
    assert.deepEqual(rest, []);
    assert.equal(customer.next_visit.appointment_id, sooner.appointment_id);
    assert.deepEqual(customer.balance, [{ currency: 'USD', amount: 20_000 }]);
    const [lead] = await overview('/v1/leads');
    assert.equal(lead.next_visit.appointment_id, later.appointment_id, 'under its own number');
  });

  it('are null and empty without a visit ahead or a sent invoice, and without the scopes', async () => {
    assert.deepEqual(await overview('/v1/customers'), [{ next_visit: null, balance: [] }]);
    await book(await leadOf(books.job.lifecycle_number), TUESDAY_9);
    await books.sent();
    const { token } = await newToken(books.api, { scopes: ['leads:read', 'customers:read'] });
    for (const path of ['/v1/leads', '/v1/customers']) {
      assert.deepEqual(await overview(path, service.as(token)), [
        { next_visit: null, balance: [] },
      ]);
    }
    service.clock.set('2027-03-02T18:00:00Z');
    const [customer] = await overview('/v1/customers');
    assert.equal(customer.next_visit, null, 'its time is over');
  });

  it('of another organization are never shown', async () => {
    const other = await Bookkeeping.open(service);
    assert.equal(other.job.lifecycle_number, books.job.lifecycle_number);
    await other.sent();
    assert.deepEqual(await overview('/v1/leads'), [{ next_visit: null, balance: [] }]);
  });
});

describe('the next visits and balances of many', () => {
  const service = sharedService();
  let books: Bookkeeping;
  before(async () => {
    books = await Bookkeeping.open(service);
    const { body: lifecycle } = await books.api.get(`/v1/lifecycles/${books.job.lifecycle_number}`);
    const { body: visit } = await books.api.post('/v1/appointments', {
      lead_id: lifecycle.lead.lead_id,
      starts_at: TUESDAY_9,
    });
    const { invoice_id } = await books.sent();
    await multiplyRow(
      service,
      {
        table: 'appointments',
        key: 'appointment_id',
        id: uuidFrom('appointment', visit.appointment_id),
      },
      `'lifecycle_number', (n % 400)::text, 'job_id', md5((n % 400)::text)::uuid,
       'status', case when n % 20 > 0 then 'completed' else 'booked' end`,
    );
    await multiplyRow(
      service,
      { table: 'invoices', key: 'invoice_id', id: uuidFrom('invoice', invoice_id) },
      `'number', n::text, 'lifecycle_number', (n % 400)::text,
       'status', case when n % 20 > 0 then 'paid' else 'sent' end,
       'paid', case when n % 20 > 0 then r.total else 0 end,
       'paid_at', case when n % 20 > 0 then now() end`,
    );
  });

  it('are read from indexes that have only what is ahead or owed', async () => {
    const numbers = ['1', '2'];
    const ofNumbers = await genericPlan(service, books, (tx) =>
      nextVisitsOf(tx, 'lifecycle_number', numbers),
    );
    assert.match(ofNumbers, /using appointments_ahead on appointments/, ofNumbers);
    const jobs = ['01900000-0000-7000-8000-000000000000'];
    const ofJobs = await genericPlan(service, books, (tx) => nextVisitsOf(tx, 'job_id', jobs));
    assert.match(ofJobs, /using appointments_ahead_by_job on appointments/, ofJobs);
    const balances = await genericPlan(service, books, (tx) => balancesOf(tx, numbers));
    assert.match(balances, /invoices_owed_by_lifecycle/, balances);
  });
});
