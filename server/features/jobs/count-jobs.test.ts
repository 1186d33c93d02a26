import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedService } from '../../testing/fixtures.ts';
import { newUser, TUESDAY_9, tuesday } from '../../testing/office.ts';
import { Shop } from '../../testing/sold.ts';
import { newToken } from '../../testing/tokens.ts';
import { STATUSES } from './job.ts';

interface Counts {
  status: string;
  count: number;
  amounts: { currency: string; amount: number }[];
}

const contract = (amount: number, currency = 'USD') => ({ contract: { amount, currency } });

describe('countJobs', () => {
  const service = sharedService();

  async function counted(shop: Shop, query = ''): Promise<Counts[]> {
    const { status, body } = await shop.api.get(`/v1/jobs/count${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }
  /** Only statuses with jobs: `scheduled 2: 300 USD`. */
  async function written(shop: Shop, query?: string): Promise<string[]> {
    const all = await counted(shop, query);
    return all
      .filter(({ count }) => count > 0)
      .map(({ status, count, amounts }) => {
        const sums = amounts.map(({ amount, currency }) => `${amount} ${currency}`);
        return `${status} ${count}: ${sums.join(', ')}`;
      });
  }

  it('counts every status, also without jobs, and sums contracts per currency', async () => {
    const shop = await Shop.open(service);
    assert.deepEqual(
      await counted(shop),
      STATUSES.map((status) => ({ status, count: 0, amounts: [] })),
    );
    await shop.sold(contract(100));
    await shop.sold(contract(250));
    await shop.sold(contract(7, 'EUR'));
    await shop.sold();
    await shop.soldAnd(['start'], contract(1_000));
    await (await Shop.open(service)).sold(contract(5));
    assert.deepEqual(await written(shop), [
      'contracted 4: 7 EUR, 350 USD',
      'in_progress 1: 1000 USD',
    ]);
  });

  it('filters by customer, lifecycle number and assignee, alone and combined', async () => {
    const shop = await Shop.open(service);
    const rosa = await shop.newUser();
    const job = await shop.sold({ ...contract(100), assigned_to: rosa });
    await shop.soldAnd(['start'], { ...contract(200), assigned_to: rosa });
    await shop.sold({ ...contract(30), customer_id: job.customer_id });
    const { customer_id, lifecycle_number } = job;
    for (const [query, expected] of [
      [`?assigned_to=${rosa}`, ['contracted 1: 100 USD', 'in_progress 1: 200 USD']],
      [`?customer_id=${customer_id}`, ['contracted 2: 130 USD']],
      [`?lifecycle_number=${lifecycle_number}`, ['contracted 2: 130 USD']],
      [`?customer_id=${customer_id}&assigned_to=${rosa}`, ['contracted 1: 100 USD']],
      ['?customer_id=customer_01h455vb4pex5vsknk084sn02q', []],
    ] as const) {
      assert.deepEqual(await written(shop, query), expected, query);
    }
    const { token } = await newToken(shop.api, { user_id: rosa });
    const own = service.as(token);
    const { body } = await own.get('/v1/jobs/count?assigned_to=me');
    assert.equal(body.data[0].count, 1);
    await shop.sold(contract(9));
    const all = await own.get('/v1/jobs/count');
    assert.equal(all.body.data[0].count, 1, 'a technician counts only own jobs');
  });

  it('counts a job exactly once while ten of them change at the same time', async () => {
    const shop = await Shop.open(service);
    const jobs = await Promise.all(Array.from({ length: 10 }, () => shop.sold(contract(100))));
    const seen: number[] = [];
    const steps = Promise.all(jobs.map(({ job_id }) => shop.take(job_id, 'start')));
    let isDone = false;
    void steps.then(() => {
      isDone = true;
    });
    do {
      const all = await counted(shop);
      seen.push(all.reduce((sum, { count }) => sum + count, 0));
      const amount = all
        .flatMap(({ amounts }) => amounts)
        .reduce((sum, one) => sum + one.amount, 0);
      assert.equal(amount, 1_000);
    } while (!isDone);
    await steps;
    assert.deepEqual([...new Set(seen)], [10]);
    assert.deepEqual(await written(shop), ['in_progress 10: 1000 USD']);
  });

  it('is refused without a scope for jobs, and me without a user', async () => {
    const shop = await Shop.open(service);
    const { token } = await newToken(shop.api, { scopes: ['leads:read'] });
    assert.equal((await service.as(token).get('/v1/jobs/count')).status, 403);
    const { status, body } = await shop.api.get('/v1/jobs/count?assigned_to=me');
    assert.deepEqual([status, body.errors[0].code], [422, 'no_user']);
  });
});

describe('the next visit of listed jobs', () => {
  const service = sharedService();

  it('is the earliest that is not over, with its user, and null without one', async () => {
    service.clock.set('2027-03-01T15:00:00Z');
    const shop = await Shop.open(service);
    const rosa = await newUser(shop.api, { name: 'Rosa Delgado', time_zone: 'America/Denver' });
    const [job, other] = [await shop.sold(), await shop.sold()];
    const book = async (job_id: string, starts_at: string) => {
      const { status, body } = await shop.api.post('/v1/appointments', {
        job_id,
        assigned_to: rosa,
        starts_at,
      });
      assert.equal(status, 201, JSON.stringify(body));
      return body;
    };
    await book(job.job_id, tuesday(4));
    const first = await book(job.job_id, TUESDAY_9);
    const visits = async () => {
      const { body } = await shop.api.get('/v1/jobs');
      return body.data.map((one: { next_visit: unknown }) => one.next_visit);
    };
    assert.deepEqual(await visits(), [
      null,
      {
        appointment_id: first.appointment_id,
        starts_at: '2027-03-02T10:00:00-07:00',
        ends_at: '2027-03-02T11:00:00-07:00',
        assigned_to: rosa,
        assignee_name: 'Rosa Delgado',
      },
    ]);
    assert.ok(!('next_visit' in (await shop.read(other.job_id))), 'only in lists');
    await shop.api.post(`/v1/appointments/${first.appointment_id}/cancel`);
    assert.equal((await visits())[1].starts_at, '2027-03-02T14:00:00-07:00');
    service.clock.set('2027-03-02T22:00:00Z');
    assert.deepEqual(await visits(), [null, null], 'a visit whose time is over is not ahead');
  });
});
