import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { Bookkeeping, LINE } from '../../testing/bookkeeping.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import type { Body } from '../../testing/source-stand.ts';
import { toFigures } from './sources-report.ts';

describe('getSourcesReport', () => {
  const service = sharedService();
  const report = async ({ api }: Bookkeeping, query = 'from=2027-02-01&to=2027-02-28') => {
    const { status, body } = await api.get(`/v1/reports/sources?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const lines = (unit_amount: number) => ({ lines: [{ ...LINE, unit_amount }] });

  it('shows what each source brought and cost, without refunds and per currency', async () => {
    service.clock.set('2027-02-10T18:00:00Z');
    const books = await Bookkeeping.open(service);
    const job = await books.newJob();
    const { body: lifecycle } = await books.api.get(`/v1/lifecycles/${job.lifecycle_number}`);
    await books.api.patch(`/v1/leads/${lifecycle.lead.lead_id}`, { source: 'google' });
    const invoice = await books.sent({ ...lines(20_000), job_id: job.job_id });
    await books.paid(invoice.invoice_id, 20_000);
    await books.refunded(invoice.invoice_id, 5_000);
    const euros = await books.sent({ ...lines(700), currency: 'EUR', job_id: job.job_id });
    await books.paid(euros.invoice_id, 700);
    await books.api.post('/v1/leads', freshLead({ source: 'google' }));
    await books.api.post('/v1/leads', freshLead({ source: 'angi' }));
    const spend = { source: 'google', currency: 'USD' };
    await books.api.put('/v1/spend', { ...spend, date: '2027-02-28', amount: 3_001 });
    await books.api.put('/v1/spend', { ...spend, date: '2027-03-01', amount: 99 });
    await books.api.put('/v1/spend', {
      source: 'radio',
      date: '2027-02-01',
      amount: 500,
      currency: 'USD',
    });

    const { data, totals, time_zone } = await report(books);
    assert.equal(time_zone, 'America/Los_Angeles');
    const rows = new Map<string, Body>(data.map((row: Body) => [row.source, row]));
    const google = rows.get('google');
    assert.deepEqual([google.leads, google.sold, google.new.leads], [2, 1, 2]);
    assert.deepEqual(google.money, [
      {
        currency: 'EUR',
        revenue: 700,
        revenue_new: 700,
        revenue_returning: 0,
        spend: 0,
        cost_per_lead: null,
        cost_per_booking: null,
        cost_per_sale: null,
        return: null,
      },
      {
        currency: 'USD',
        revenue: 15_000,
        revenue_new: 15_000,
        revenue_returning: 0,
        spend: 3_001,
        cost_per_lead: 1_501,
        cost_per_booking: null,
        cost_per_sale: 3_001,
        return: 5,
      },
    ]);
    assert.deepEqual([rows.get('angi').leads, rows.get('angi').money], [1, []]);
    const { leads, money } = rows.get('radio');
    assert.deepEqual([leads, money[0].spend, money[0].cost_per_lead], [0, 500, null]);
    assert.deepEqual([totals.leads >= 3, totals.money[1].spend], [true, 3_501]);
    // Nothing of another range.
    assert.deepEqual((await report(books, 'from=2026-01-01&to=2026-01-31')).data, []);
  });

  it('shows new and returning customers apart', async () => {
    service.clock.set('2027-02-10T18:00:00Z');
    const books = await Bookkeeping.open(service);
    const person = freshLead({
      source: 'phone',
      name: 'Dana Whitfield',
      email: 'dana@example.com',
    });
    const { body: first } = await books.api.post('/v1/leads', person);
    await books.api.post(`/v1/leads/${first.lead_id}/convert`);
    const { body: second } = await books.api.post('/v1/leads', person);
    assert.equal(second.relation, 'returning');
    // Of the returning lead, all the way; of the new one, nothing. Another one is not qualified.
    const { body: third } = await books.api.post('/v1/leads', freshLead({ source: 'phone' }));
    await service.owner.query(
      "update leads set qualified_at = null, status = 'new' where lead_id = $1",
      [toUuid('lead', third.lead_id)],
    );
    const { lead_id } = second;
    for (const day of [15, 16]) {
      const starts_at = `2027-02-${day}T10:00:00-08:00`;
      const visit = await books.api.post('/v1/appointments', { lead_id, starts_at });
      assert.equal(visit.status, 201, JSON.stringify(visit.body));
    }
    const contract = { amount: 9_000, currency: 'USD' };
    const sold = await books.api.post('/v1/jobs', { lead_id, title: 'AC', contract });
    const invoice = await books.sent({ ...lines(9_000), job_id: sold.body.job_id });
    await books.paid(invoice.invoice_id, 9_000);
    const spend = { source: 'phone', date: '2027-02-10', amount: 3_000, currency: 'USD' };
    await books.api.put('/v1/spend', spend);
    const { data } = await report(books);
    const phone = data.find(({ source }: Body) => source === 'phone');
    assert.deepEqual(
      [phone, phone.new, phone.returning].map((of) => [of.leads, of.qualified, of.booked, of.sold]),
      [
        [3, 2, 1, 1],
        [2, 1, 0, 0],
        [1, 1, 1, 1],
      ],
    );
    assert.deepEqual(phone.money, [
      {
        currency: 'USD',
        revenue: 9_000,
        revenue_new: 0,
        revenue_returning: 9_000,
        spend: 3_000,
        cost_per_lead: 1_000,
        cost_per_booking: 3_000,
        cost_per_sale: 3_000,
        return: 3,
      },
    ]);
  });

  it('is empty in the year 0', async () => {
    const books = await Bookkeeping.open(service);
    assert.deepEqual((await report(books, 'from=0000-01-01&to=0000-12-31')).data, []);
  });

  it('never adds two currencies, and divides by nothing', () => {
    const spend = [
      { source: 'a', currency: 'USD', amount: 100 },
      { source: 'a', currency: 'EUR', amount: 50 },
    ];
    const { money } = toFigures({ counts: [], revenue: [], spend });
    assert.deepEqual(
      money.map((one) => [one.currency, one.spend, one.cost_per_lead, one.return]),
      [
        ['EUR', 50, null, 0],
        ['USD', 100, null, 0],
      ],
    );
  });
});
