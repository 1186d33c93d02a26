import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiClient } from '../../testing/api-client.ts';
import { Bookkeeping, LINE } from '../../testing/bookkeeping.ts';
import { sharedService } from '../../testing/fixtures.ts';

describe('listInvoices', () => {
  const service = sharedService();

  /** The invoice numbers on all pages, in order. */
  async function numbersOf(api: ApiClient, query: string): Promise<string[]> {
    const numbers: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 100; pages += 1) {
      const { status, body } = await api.get(`/v1/invoices?${query}${cursor}`);
      assert.equal(status, 200, JSON.stringify(body));
      numbers.push(...body.data.map(({ number }: { number: string }) => number));
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    return numbers;
  }

  it('returns invoices newest first, without their payments', async () => {
    const books = await Bookkeeping.open(service);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await books.draft()).invoice_id);
    const { body } = await books.api.get('/v1/invoices');
    const invoices = [];
    for (const id of ids.toReversed()) {
      const { payments: _none, ...invoice } = await books.read(id);
      invoices.push(invoice);
    }
    assert.deepEqual(body, { data: invoices, has_more: false, next_cursor: null });
    for (const limit of [1, 3]) {
      const seen = await numbersOf(books.api, `limit=${limit}`);
      assert.deepEqual(seen, ['INV-000003', 'INV-000002', 'INV-000001']);
    }
  });

  it('filters by status, job, customer and lifecycle number, alone and combined, over pages', async () => {
    const books = await Bookkeeping.open(service);
    const other = await books.newJob();
    await books.draft();
    await books.sent({ job_id: other.job_id });
    await books.paid((await books.sent()).invoice_id, 10_000);
    await books.void((await books.draft({ job_id: other.job_id })).invoice_id);
    await books.paid((await books.sent()).invoice_id, 1);
    const { customer_id, lifecycle_number } = other;
    for (const [query, numbers] of [
      ['status=draft', [1]],
      ['status=paid,sent,paid', [3, 2]],
      ['status=partially_paid,void', [5, 4]],
      [`job_id=${books.job.job_id}`, [5, 3, 1]],
      [`job_id=${other.job_id}&status=sent`, [2]],
      [`customer_id=${customer_id}`, [4, 2]],
      [`customer_id=${customer_id}&job_id=${books.job.job_id}`, []],
      [`lifecycle_number=${lifecycle_number}`, [4, 2]],
      [`lifecycle_number=${lifecycle_number}&status=void,draft`, [4]],
      ['job_id=job_01h455vb4pex5vsknk084sn02q', []],
      ['job_id=x', []],
      ['customer_id=x', []],
      ['lifecycle_number=x', []],
    ] as const) {
      const seen = await numbersOf(books.api, `limit=2&${query}`);
      const wanted = numbers.map((number) => `INV-00000${number}`);
      assert.deepEqual(seen, wanted, query);
    }
    for (const query of ['status=', 'status=open', 'overdue=x', 'numbers=1', 'cursor=x']) {
      assert.equal((await books.api.get(`/v1/invoices?${query}`)).status, 422, query);
    }
  });

  it('marks unpaid invoices as overdue from midnight after the due date, in the organization’s time zone', async () => {
    service.clock.set('2027-03-01T15:00:00Z');
    const books = await Bookkeeping.open(service);
    const due_on = '2027-03-02';
    await books.draft({ due_on });
    const sent = await books.sent({ due_on });
    await books.paid((await books.sent({ due_on })).invoice_id, 1);
    await books.paid((await books.sent({ due_on })).invoice_id, 10_000);
    await books.void((await books.sent({ due_on })).invoice_id);
    await books.sent({ due_on: '2027-03-03' });

    service.clock.set('2027-03-03T07:59:59Z');
    assert.deepEqual(await numbersOf(books.api, 'overdue=true'), []);
    assert.equal((await books.read(sent.invoice_id)).is_overdue, false);
    service.clock.set('2027-03-03T08:00:00Z');
    assert.deepEqual(await numbersOf(books.api, 'limit=1&overdue=true'), [
      'INV-000003',
      'INV-000002',
    ]);
    assert.deepEqual(await numbersOf(books.api, 'overdue=true&status=sent'), ['INV-000002']);
    assert.equal((await numbersOf(books.api, 'overdue=false')).length, 4);
    assert.equal((await books.read(sent.invoice_id)).is_overdue, true);
    await books.paid(sent.invoice_id, 10_000);
    assert.equal((await books.read(sent.invoice_id)).is_overdue, false);
    service.clock.set('2027-03-01T15:00:00Z');
  });

  it('returns nothing of another organization, with any filter', async () => {
    const [books, others] = [await Bookkeeping.open(service), await Bookkeeping.open(service)];
    await others.draft();
    const { job_id, customer_id, lifecycle_number } = others.job;
    assert.equal(lifecycle_number, books.job.lifecycle_number, 'both count from the same start');
    for (const query of [
      '',
      'status=draft',
      `job_id=${job_id}`,
      `customer_id=${customer_id}`,
      `lifecycle_number=${lifecycle_number}`,
    ]) {
      assert.deepEqual(await numbersOf(books.api, query), [], query);
    }
  });

  it('appears in the lifecycle and the customer, including merged lifecycle numbers', async () => {
    const books = await Bookkeeping.open(service);
    const [first, second] = [books.job, await books.newJob()];
    const numbers = Array.from(
      { length: 22 },
      (_, at) => `INV-0000${String(at + 1).padStart(2, '0')}`,
    );
    for (const at of numbers.keys()) {
      await books.draft({ job_id: (at % 2 === 0 ? first : second).job_id });
    }
    const invoiceNumbersAt = async (path: string): Promise<string[]> => {
      const { status, body } = await books.api.get(path);
      assert.equal(status, 200, JSON.stringify(body));
      return body.invoices.map(({ number }: { number: string }) => number);
    };
    const [lifecycle, customer] = [
      `/v1/lifecycles/${first.lifecycle_number}`,
      `/v1/customers/${first.customer_id}`,
    ];
    const own = numbers.filter((_, at) => at % 2 === 0).toReversed();
    assert.deepEqual(await invoiceNumbersAt(lifecycle), own);
    assert.deepEqual(await invoiceNumbersAt(customer), own);

    const leadOf = async ({ lifecycle_number }: { lifecycle_number: string }) =>
      (await books.api.get(`/v1/lifecycles/${lifecycle_number}`)).body.lead.lead_id;
    const merged = await books.api.post(`/v1/leads/${await leadOf(second)}/merge`, {
      into: await leadOf(first),
    });
    assert.equal(merged.status, 200, JSON.stringify(merged.body));
    const newest = numbers.toReversed().slice(0, 20);
    assert.deepEqual(await invoiceNumbersAt(lifecycle), newest);
    assert.deepEqual(await invoiceNumbersAt(customer), newest);
  });

  it('writes the history of an invoice in readable lines', async () => {
    const books = await Bookkeeping.open(service);
    const { invoice_id } = await books.sent({ due_on: '2027-03-31' });
    await books.paid(invoice_id, 10_000);
    await books.refunded(invoice_id, 10_000, { reason: 'Under\n\twarranty.' });
    await books.void(invoice_id, 'Free of charge.');
    await books.api.patch(`/v1/invoices/${(await books.draft()).invoice_id}`, {
      lines: [LINE, LINE],
    });
    const { body } = await books.api.get(`/v1/customers/${books.job.customer_id}?limit=200`);
    const lines = body.history
      .filter(({ type }: { type: string }) => type.startsWith('invoice.'))
      .map(({ summary }: { summary: string }) => summary);
    assert.deepEqual(lines, [
      'Invoice INV-000001 for 100.00 USD created',
      'Invoice INV-000001 for 100.00 USD sent, due on 2027-03-31',
      'Payment of 100.00 USD by card for invoice INV-000001',
      'Invoice INV-000001 for 100.00 USD paid',
      'Refund of 100.00 USD for invoice INV-000001: Under warranty.',
      'Invoice INV-000001 voided: Free of charge.',
      'Invoice INV-000002 for 100.00 USD created',
      'Invoice INV-000002 updated, now for 200.00 USD',
    ]);
  });
});
