import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Bookkeeping } from '../../testing/bookkeeping.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { newUser, TUESDAY_9, tuesday } from '../../testing/office.ts';
import { newToken } from '../../testing/tokens.ts';

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
