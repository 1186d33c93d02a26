import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Bookkeeping } from '../../testing/bookkeeping.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { genericPlan, multiplyRow } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { splitIntoPeriods } from './date-range.ts';
import { sumRevenue } from './revenue-queries.ts';

describe('the revenue of many invoices', () => {
  const service = sharedService();
  let books: Bookkeeping;
  before(async () => {
    books = await Bookkeeping.open(service);
    const { invoice_id } = await books.sent();
    await books.paid(invoice_id, 100);
    const invoice = { table: 'invoices', key: 'invoice_id', id: uuidFrom('invoice', invoice_id) };
    const sent_at = `'sent_at', timestamptz '2020-01-01' + n * interval '3 hours'`;
    await multiplyRow(service, invoice, `'number', n::text, ${sent_at}`);
    const { payments } = await books.read(invoice_id);
    await multiplyRow(
      service,
      {
        table: 'invoice_payments',
        key: 'payment_id',
        id: uuidFrom('payment', payments[0].payment_id),
      },
      `'paid_at', timestamptz '2020-01-01' + n * interval '3 hours'`,
    );
  });

  for (const by of [null, 'source', 'assignee'] as const) {
    it(`by ${by ?? 'nothing'} is read from ranges of two indexes`, async () => {
      const day = Temporal.PlainDate.from('2025-03-01');
      const range = { from: day, to: day.add({ days: 6 }), timeZone: 'UTC' };
      const plan = await genericPlan(service, books, (tx) =>
        sumRevenue(tx, by, range, splitIntoPeriods(range, 'day')),
      );
      assert.match(plan, /invoices_by_sent/, plan);
      assert.match(plan, /invoice_payments_by_time/, plan);
    });
  }
});
