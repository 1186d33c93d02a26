import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Bookkeeping, LINE } from '../../testing/bookkeeping.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { newToken } from '../../testing/tokens.ts';
import { STATUSES } from './invoice.ts';

describe('countInvoices', () => {
  const service = sharedService();
  const counted = async (books: Bookkeeping) => {
    const { status, body } = await books.api.get('/v1/invoices/count');
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };

  it('counts every status, and sums totals, balances and what is overdue per currency', async () => {
    service.clock.set('2027-03-01T15:00:00Z');
    const books = await Bookkeeping.open(service);
    assert.deepEqual(
      await counted(books),
      STATUSES.map((status) => ({ status, count: 0, overdue: 0, amounts: [] })),
    );
    await books.draft();
    await books.sent({ due_on: '2027-03-01' });
    await books.sent({ due_on: '2027-02-28' });
    await books.sent({ currency: 'EUR' });
    await books.paid((await books.sent({ due_on: '2027-02-28' })).invoice_id, 4_000);
    await books.paid((await books.sent({ due_on: '2027-02-28' })).invoice_id, 10_000);
    await books.void((await books.sent()).invoice_id);
    const usd = (total: number, balance: number, overdue = 0) => ({
      ...{ currency: 'USD', total, balance, overdue },
    });
    const eur = { currency: 'EUR', total: 10_000, balance: 10_000, overdue: 0 };
    assert.deepEqual(await counted(books), [
      { status: 'draft', count: 1, overdue: 0, amounts: [usd(10_000, 10_000)] },
      { status: 'sent', count: 3, overdue: 1, amounts: [eur, usd(20_000, 20_000, 10_000)] },
      { status: 'partially_paid', count: 1, overdue: 1, amounts: [usd(10_000, 6_000, 6_000)] },
      { status: 'paid', count: 1, overdue: 0, amounts: [usd(10_000, 0)] },
      { status: 'void', count: 1, overdue: 0, amounts: [usd(10_000, 10_000)] },
    ]);
  });

  it('has sums that are exact while payments arrive', async () => {
    const books = await Bookkeeping.open(service);
    const invoices = await Promise.all(Array.from({ length: 6 }, () => books.sent()));
    let isDone = false;
    const paying = Promise.all(
      invoices.map(({ invoice_id }) => books.paid(invoice_id, 10_000)),
    ).then(() => {
      isDone = true;
    });
    do {
      const all: { amounts: { total: number; balance: number }[]; count: number }[] =
        await counted(books);
      const amounts = all.flatMap((one) => one.amounts);
      assert.equal(
        all.reduce((sum, { count }) => sum + count, 0),
        6,
      );
      assert.equal(
        amounts.reduce((sum, { total }) => sum + total, 0),
        60_000,
      );
    } while (!isDone);
    await paying;
    assert.deepEqual((await counted(books))[3].amounts, [
      { currency: 'USD', total: 60_000, balance: 0, overdue: 0 },
    ]);
  });
});

describe('names on invoices', () => {
  const service = sharedService();

  it('are the customer’s and the job’s, where the token may read them', async () => {
    const books = await Bookkeeping.open(service);
    const { customer_id } = books.job;
    await books.api.patch(`/v1/customers/${customer_id}`, { name: 'Dana Whitfield' });
    const created = await books.draft();
    assert.deepEqual(
      [created.customer_name, created.job_title],
      ['Dana Whitfield', 'Replace the water heater'],
    );
    await books.api.patch(`/v1/customers/${customer_id}`, { name: 'Dana Marsh' });
    const names = async (scopes?: string[]) => {
      const api = scopes ? service.as((await newToken(books.api, { scopes })).token) : books.api;
      const [invoice] = (await api.get('/v1/invoices')).body.data;
      return [invoice.customer_name, invoice.job_title];
    };
    assert.deepEqual(await names(), ['Dana Marsh', 'Replace the water heater']);
    assert.deepEqual(await names(['invoices:read']), [null, null]);
    assert.deepEqual(await names(['invoices:read', 'customers:read']), ['Dana Marsh', null]);
    const [event] = await books.events();
    assert.equal(event?.data.customer_name, 'Dana Whitfield');
  });
});

describe('invoices by due date', () => {
  const service = sharedService();

  it('are listed with the earliest first, over pages, with filters', async () => {
    service.clock.set('2027-03-01T15:00:00Z');
    const books = await Bookkeeping.open(service);
    const dates = ['2027-03-20', '2027-02-10', '2027-03-20', '2027-01-05', '2027-04-01'];
    for (const due_on of dates) await books.sent({ due_on });
    await books.draft({ due_on: '2027-01-01' });
    await books.paid((await books.sent({ due_on: '2027-01-02' })).invoice_id, 10_000);
    const numbersOf = async (query: string) => {
      const numbers: string[] = [];
      let cursor = '';
      for (;;) {
        const { status, body } = await books.api.get(`/v1/invoices?sort=due_on${query}${cursor}`);
        assert.equal(status, 200, JSON.stringify(body));
        numbers.push(...body.data.map(({ number }: { number: string }) => Number(number.slice(4))));
        if (!body.has_more) return numbers;
        cursor = `&cursor=${body.next_cursor}`;
      }
    };
    const open = '&status=sent,partially_paid';
    assert.deepEqual(await numbersOf(`${open}&limit=2`), [4, 2, 1, 3, 5]);
    for (const limit of [3, 50]) {
      assert.deepEqual(await numbersOf(`&limit=${limit}`), [6, 7, 4, 2, 1, 3, 5]);
    }
    assert.deepEqual(await numbersOf('&overdue=true'), [4, 2]);
    assert.deepEqual(await numbersOf('&overdue=false&status=sent'), [1, 3, 5]);
    assert.deepEqual(await numbersOf(`&job_id=${books.job.job_id}&limit=2`), [6, 7, 4, 2, 1, 3, 5]);
    assert.deepEqual(await numbersOf('&customer_id=customer_01h455vb4pex5vsknk084sn02q'), []);
  });

  it('refuse a cursor of another list', async () => {
    const books = await Bookkeeping.open(service);
    for (let n = 0; n < 2; n += 1) await books.draft({ lines: [LINE] });
    const { body } = await books.api.get('/v1/invoices?limit=1');
    const path = `/v1/invoices?sort=due_on&cursor=${body.next_cursor}`;
    const { status, body: problem } = await books.api.get(path);
    assert.deepEqual([status, problem.errors[0].pointer], [422, '/cursor']);
  });
});
