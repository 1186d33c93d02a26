import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { Bookkeeping, LINE } from '../../testing/bookkeeping.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { newUser } from '../../testing/office.ts';

type Body = ApiResponse['body'];

describe('getRevenue', () => {
  const service = sharedService();

  async function report(books: Bookkeeping, query: string) {
    const { status, body } = await books.api.get(`/v1/reports/revenue?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }
  /** `starts_on currency: invoiced outstanding paid refunded` */
  const written = ({ starts_on, currency, invoiced, outstanding, paid, refunded }: Body) =>
    `${starts_on} ${currency}: ${invoiced} ${outstanding} ${paid} ${refunded}`;
  const lines = (unit_amount: number) => ({ lines: [{ ...LINE, unit_amount }] });

  it('sums what was sent, received and refunded in each period, and what is unpaid now, per currency', async () => {
    service.clock.set('2027-01-10T18:00:00Z');
    const books = await Bookkeeping.open(service);
    const january = await books.sent(lines(10_000));
    await books.draft(lines(77));
    const gone = await books.sent(lines(500));
    await books.paid(gone.invoice_id, 500);
    await books.refunded(gone.invoice_id, 500);
    assert.equal((await books.void(gone.invoice_id)).status, 200);
    service.clock.set('2027-02-10T18:00:00Z');
    await books.paid(january.invoice_id, 4_000);
    const euros = await books.sent({ ...lines(900), currency: 'EUR' });
    await books.paid(euros.invoice_id, 900);
    await books.refunded(euros.invoice_id, 300);
    // Received in January, recorded later.
    await books.paid(january.invoice_id, 1_000, { paid_at: '2027-01-31T23:59:59-08:00' });

    const { data, totals, ...range } = await report(books, 'from=2027-01-01&to=2027-02-28');
    assert.deepEqual(range, {
      from: '2027-01-01',
      to: '2027-02-28',
      time_zone: 'America/Los_Angeles',
      period: 'month',
    });
    assert.deepEqual(data.map(written), [
      '2027-01-01 USD: 10000 5000 1500 500',
      '2027-02-01 EUR: 900 300 900 300',
      '2027-02-01 USD: 0 0 4000 0',
    ]);
    assert.deepEqual(totals, [
      { currency: 'EUR', invoiced: 900, outstanding: 300, paid: 900, refunded: 300 },
      { currency: 'USD', invoiced: 10_000, outstanding: 5_000, paid: 5_500, refunded: 500 },
    ]);
  });

  it('is by the source of the lead, or by the user that the job is assigned to now', async () => {
    service.clock.set('2027-02-10T18:00:00Z');
    const books = await Bookkeeping.open(service);
    const rosa = await newUser(books.api, { name: 'Rosa Delgado' });
    const other = await books.newJob();
    await books.api.patch(`/v1/jobs/${other.job_id}`, { assigned_to: rosa });
    const { body: lifecycle } = await books.api.get(`/v1/lifecycles/${other.lifecycle_number}`);
    await books.api.patch(`/v1/leads/${lifecycle.lead.lead_id}`, { source: 'angi' });
    await books.sent(lines(100));
    const invoice = await books.sent({ ...lines(2_000), job_id: other.job_id });
    await books.paid(invoice.invoice_id, 2_000);
    const query = 'from=2027-02-01&to=2027-02-28';
    const bySource = await report(books, `${query}&by=source`);
    assert.deepEqual(
      bySource.data.map((row: Body) => `${row.source} ${row.invoiced} ${row.paid}`),
      ['angi 2000 2000', `${(await sourceOf(books)) ?? ''} 100 0`],
    );
    const byUser = await report(books, `${query}&by=assignee`);
    assert.deepEqual(
      byUser.data.map((row: Body) => [row.user_id, row.user_name, row.invoiced, row.outstanding]),
      [
        [rosa, 'Rosa Delgado', 2_000, 0],
        [null, null, 100, 100],
      ],
    );
    assert.deepEqual(bySource.totals, byUser.totals);
  });

  const sourceOf = async (books: Bookkeeping): Promise<string | undefined> => {
    const { body } = await books.api.get(`/v1/lifecycles/${books.job.lifecycle_number}`);
    return body.lead.source;
  };

  it('has days of 23 and 25 hours in the organization’s time zone', async () => {
    service.clock.set('2027-03-01T18:00:00Z');
    const books = await Bookkeeping.open(service);
    const { invoice_id } = await books.sent(lines(100_000));
    const times: [paidAt: string, day: string][] = [
      ['2027-03-14T07:59:59.999Z', '2027-03-13'],
      ['2027-03-14T08:00:00.000Z', '2027-03-14'],
      ['2027-03-15T06:59:59.999Z', '2027-03-14'],
      ['2027-03-15T07:00:00.000Z', '2027-03-15'],
      ['2027-11-07T06:59:59.999Z', '2027-11-06'],
      ['2027-11-07T07:00:00.000Z', '2027-11-07'],
      ['2027-11-08T07:59:59.999Z', '2027-11-07'],
      ['2027-11-08T08:00:00.000Z', '2027-11-08'],
    ];
    for (const [paid_at] of times) {
      service.clock.set(new Date(Date.parse(paid_at) + 1_000).toISOString());
      await books.paid(invoice_id, 1, { paid_at });
    }
    for (const [from, to] of [
      ['2027-03-13', '2027-03-15'],
      ['2027-11-06', '2027-11-08'],
    ]) {
      const { data } = await report(books, `from=${from}&to=${to}&period=day`);
      assert.deepEqual(
        data.map((row: Body) => [row.starts_on, row.ends_on, row.paid]),
        [from, data[1].starts_on, to].map((day, index) => [day, day, index === 1 ? 2 : 1]),
      );
    }
  });

  it('is empty without invoices, in any supported year, and never shows another organization', async () => {
    const [books, other] = [await Bookkeeping.open(service), await Bookkeeping.open(service)];
    await other.sent();
    for (const range of ['', 'from=0000-01-01&to=0000-12-31', 'from=9999-01-01&to=9999-12-31']) {
      for (const by of ['', '&by=source', '&by=assignee']) {
        const { data, totals } = await report(books, range + by);
        assert.deepEqual([data, totals], [[], []]);
      }
    }
  });
});
