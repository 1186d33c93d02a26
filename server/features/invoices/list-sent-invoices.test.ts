import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Bookkeeping, LINE } from '../../testing/bookkeeping.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { newUser } from '../../testing/office.ts';

const lines = (unit_amount: number) => ({ lines: [{ ...LINE, unit_amount }] });

describe('listInvoices by when they were sent', () => {
  const service = sharedService();

  /** The numbers of the invoices on all pages, in order. */
  async function sent({ api }: Bookkeeping, query: string): Promise<number[]> {
    const found: number[] = [];
    let cursor = '';
    for (let pages = 0; pages < 20; pages += 1) {
      const { status, body } = await api.get(`/v1/invoices?limit=2&${query}${cursor}`);
      assert.equal(status, 200, JSON.stringify(body));
      found.push(...body.data.map(({ number }: { number: string }) => Number(number.slice(4))));
      if (!body.has_more) return found;
      cursor = `&cursor=${body.next_cursor}`;
    }
    throw new Error('The list does not end');
  }

  it('returns those of the days in the organization’s time zone, last sent first, over pages', async () => {
    service.clock.set('2027-01-31T18:00:00Z');
    const books = await Bookkeeping.open(service);
    const [first, second] = [await books.draft(), await books.draft()];
    await books.draft();
    const send = async ({ invoice_id }: { invoice_id: string }, at: string) => {
      service.clock.set(at);
      assert.equal((await books.api.post(`/v1/invoices/${invoice_id}/send`)).status, 200);
    };
    // The last moment of January in Los Angeles, and the first of February. The second was sent first.
    await send(second, '2027-02-01T07:59:59.999Z');
    await send(first, '2027-02-01T08:00:00.000Z');
    for (const [query, numbers] of [
      ['sent_from=2027-01-01', [1, 2]],
      ['sent_from=2027-02-01', [1]],
      ['sent_to=2027-01-31', [2]],
      ['sent_from=2027-01-31&sent_to=2027-02-01', [1, 2]],
      ['sent_from=2027-02-02', []],
      ['sent_from=2027-02-01&sent_to=2027-01-31', []],
    ] as const) {
      assert.deepEqual(await sent(books, query), numbers, query);
    }
  });

  it('returns those that were sent in the same moment once each, over pages', async () => {
    service.clock.set('2027-02-10T18:00:00Z');
    const books = await Bookkeeping.open(service);
    for (let n = 0; n < 4; n += 1) await books.sent();
    const found = await sent(books, 'sent_from=2027-02-10');
    assert.deepEqual(found.toSorted(), [1, 2, 3, 4]);
  });

  it('returns exactly what the revenue report sums: by currency, source and user', async () => {
    service.clock.set('2027-02-10T18:00:00Z');
    const books = await Bookkeeping.open(service);
    const rosa = await newUser(books.api, { name: 'Rosa Delgado' });
    const other = await books.newJob();
    await books.api.patch(`/v1/jobs/${other.job_id}`, { assigned_to: rosa });
    const { body: lifecycle } = await books.api.get(`/v1/lifecycles/${other.lifecycle_number}`);
    await books.api.patch(`/v1/leads/${lifecycle.lead.lead_id}`, { source: 'angi' });
    await books.sent(lines(100));
    const invoice = await books.sent({ ...lines(2_000), job_id: other.job_id });
    await books.sent({ ...lines(900), currency: 'EUR', job_id: other.job_id });
    await books.void((await books.sent(lines(77))).invoice_id);
    await books.draft();
    await books.paid(invoice.invoice_id, 500);
    const days = 'sent_from=2027-02-01&sent_to=2027-02-28';
    const counted = `${days}&status=sent,partially_paid,paid`;
    for (const [query, numbers] of [
      [counted, [3, 2, 1]],
      [`${counted}&currency=USD`, [2, 1]],
      [`${counted}&currency=USD&source=angi`, [2]],
      [`${counted}&source=angi`, [3, 2]],
      [`${counted}&source=none`, []],
      [`${counted}&assigned_to=${rosa}&currency=EUR`, [3]],
      [`${counted}&assigned_to=user_01h455vb4pex5vsknk084sn02q`, []],
      [`${counted}&unassigned=true`, [1]],
      [`${counted}&unassigned=false`, [3, 2]],
      [`${days}&status=void`, [4]],
      [`assigned_to=${rosa}`, [3, 2]],
      ['source=angi&currency=EUR', [3]],
      ['unassigned=true', [4, 1]],
      [`${days}&job_id=${other.job_id}&status=partially_paid`, [2]],
      [`${days}&overdue=true`, []],
    ] as const) {
      assert.deepEqual((await sent(books, query)).toSorted(descending), numbers, query);
    }
    const { body } = await books.api.get(
      `/v1/invoices?${counted}&currency=USD&assigned_to=${rosa}`,
    );
    const report = '/v1/reports/revenue?from=2027-02-01&to=2027-02-28&by=assignee';
    const { data } = (await books.api.get(report)).body;
    const row = data.find(
      (one: { user_id: string; currency: string }) =>
        one.user_id === rosa && one.currency === 'USD',
    );
    const total = body.data.reduce((sum: number, one: { total: number }) => sum + one.total, 0);
    assert.equal(total, row.invoiced);
  });

  const descending = (a: number, b: number) => b - a;

  it('returns those with a payment of these days, newest first, with the other filters', async () => {
    service.clock.set('2027-02-10T18:00:00Z');
    const books = await Bookkeeping.open(service);
    const [first, second] = [await books.sent(lines(900)), await books.sent(lines(2_000))];
    await books.sent(lines(77));
    await books.paid(first.invoice_id, 100);
    service.clock.set('2027-03-01T07:59:59.999Z');
    await books.paid(first.invoice_id, 200);
    await books.paid(second.invoice_id, 500);
    service.clock.set('2027-03-02T18:00:00Z');
    await books.paid(first.invoice_id, 300);
    const refund = { amount: 500, reason: 'Mistake' };
    const refunded = await books.api.post(`/v1/invoices/${second.invoice_id}/refunds`, refund);
    assert.equal(refunded.status, 201, JSON.stringify(refunded.body));
    for (const [query, numbers] of [
      ['paid_from=2027-02-01&paid_to=2027-02-28', [2, 1]],
      ['paid_from=2027-02-10&paid_to=2027-02-10', [1]],
      ['paid_from=2027-03-01', [1]],
      ['paid_to=2027-02-09', []],
      ['paid_from=2027-02-28&currency=USD', [2, 1]],
      ['paid_from=2027-02-28&currency=EUR', []],
      ['paid_from=2027-02-28&status=paid', []],
      ['paid_from=2027-02-28&sent_from=2027-02-11', []],
      ['paid_from=2027-02-28&sent_to=2027-02-10&unassigned=true', [2, 1]],
    ] as const) {
      assert.deepEqual(await sent(books, query), numbers, query);
    }
  });

  it('takes all filters at once', async () => {
    const books = await Bookkeeping.open(service);
    const { job_id, customer_id, lifecycle_number } = await books.sent();
    const ids = `job_id=${job_id}&customer_id=${customer_id}&lifecycle_number=${lifecycle_number}`;
    const others = 'overdue=false&status=sent&currency=USD&source=x&unassigned=true';
    const days = 'sent_from=2027-01-01&sent_to=2027-12-31';
    const someone = 'assigned_to=user_01h455vb4pex5vsknk084sn02q';
    const all = `${ids}&${others}&${days}&${someone}`;
    for (const query of [all, `${all}&paid_from=2027-01-01&paid_to=2027-12-31`]) {
      assert.deepEqual(await sent(books, query), []);
    }
  });

  it('refuses another order, and what is no day', async () => {
    const books = await Bookkeeping.open(service);
    for (const [query, pointer] of [
      ['assigned_to=me', '/assigned_to'],
      ['sent_from=2027-02-01&sort=due_on', '/sort'],
      ['unassigned=true&sort=due_on', '/sort'],
      ['sent_from=2027-02-30', '/sent_from'],
      ['sent_to=0001-01-01', '/sent_to'],
      ['paid_from=2027-02-30', '/paid_from'],
      ['paid_to=2027-02-01&sort=due_on', '/sort'],
      ['sent_from=2027-02-01&currency=DOLLARS', '/currency'],
      ['sent_from=2027-02-01&cursor=x', '/cursor'],
    ] as const) {
      const { status, body } = await books.api.get(`/v1/invoices?${query}`);
      assert.deepEqual([status, body.errors?.[0]?.pointer], [422, pointer], query);
    }
  });

  it('returns nothing of another organization', async () => {
    const [books, others] = [await Bookkeeping.open(service), await Bookkeeping.open(service)];
    await others.sent();
    assert.deepEqual(await sent(books, 'sent_from=1971-01-01'), []);
    assert.equal((await sent(others, 'sent_from=1971-01-01')).length, 1);
  });
});
