import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Bookkeeping } from '../../testing/bookkeeping.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { genericPlan, multiplyRow, SOME_UUID } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { listInvoiceRowsByDue } from './list-invoices-by-due.ts';
import { listInvoiceRowsByPaid } from './list-invoices-by-paid.ts';
import { listInvoiceRowsBySent } from './list-invoices-by-sent.ts';
import { type InvoiceFilters, listInvoiceRows } from './list-invoices-query.ts';

const ALL: InvoiceFilters = {
  statuses: null,
  overdue: null,
  jobId: null,
  customerId: null,
  lifecycleNumber: null,
  number: null,
};

describe('the list of many invoices', () => {
  const service = sharedService();
  const books = shared(() => Bookkeeping.open(service));
  before(async () => {
    const { invoice_id } = await books.draft();
    const row = { table: 'invoices', key: 'invoice_id', id: uuidFrom('invoice', invoice_id) };
    // 4,000 customers; one in twenty invoices is unpaid.
    await multiplyRow(
      service,
      row,
      `'number', n::text, 'job_id', md5(n::text)::uuid,
       'customer_id', md5((n % 4000)::text)::uuid, 'lifecycle_number', (n % 4000)::text,
       'sent_at', timestamptz '2020-01-01' + n * interval '3 hours', 'due_on', date '2027-01-01' + (n % 90),
       'status', case when n % 20 > 0 then 'paid' else 'sent' end,
       'paid', case when n % 20 > 0 then r.total else 0 end,
       'paid_at', case when n % 20 > 0 then now() end`,
    );
  });

  for (const [filters, index] of [
    [{}, 'invoices_pkey'],
    [{ overdue: false }, 'invoices_pkey'],
    [{ overdue: true }, 'invoices_owed'],
    [{ statuses: ['draft', 'sent'] }, 'invoices_by_status'],
    [{ jobId: SOME_UUID }, 'invoices_by_job'],
    [{ customerId: SOME_UUID }, 'invoices_by_customer'],
    [{ lifecycleNumber: '100042-7' }, 'invoices_by_lifecycle'],
    [{ customerId: SOME_UUID, overdue: true }, 'invoices_by_customer'],
  ] as const) {
    it(`by ${Object.keys(filters).join(' and ') || 'no filter'} is read from ${index}, newest first`, async () => {
      const plan = await genericPlan(service, books, (tx) =>
        listInvoiceRows(tx, { ...ALL, ...filters }, '2027-03-01', null, 51),
      );
      assert.match(plan, new RegExp(`Index Scan Backward using ${index} on invoices`), plan);
    });
  }

  const OTHERS = { currency: null, source: null, assignedTo: null, unassigned: null };
  const FEBRUARY = { from: new Date('2021-02-01'), to: new Date('2021-03-01') };
  const SENT = { ...ALL, ...OTHERS, sentFrom: FEBRUARY.from, sentBefore: FEBRUARY.to };
  for (const filters of [
    {},
    { statuses: ['sent', 'paid'], currency: 'USD' },
    { source: 'angi' },
    { assignedTo: SOME_UUID },
    { unassigned: true },
  ] as const) {
    it(`by when they were sent and ${Object.keys(filters).join(' and ') || 'nothing else'} is read from its range of invoices_by_sent`, async () => {
      const plan = await genericPlan(service, books, (tx) =>
        listInvoiceRowsBySent(tx, { ...SENT, ...filters }, '2027-03-01', null, 51),
      );
      assert.match(plan, /Index Scan Backward using invoices_by_sent on invoices/, plan);
      assert.match(plan, /Index Cond: [^\n]+sent_at >= [^\n]+sent_at < /, plan);
    });

    it(`by when they were paid and ${Object.keys(filters).join(' and ') || 'nothing else'} is read from its range of invoice_payments_by_time`, async () => {
      const wanted = { ...ALL, ...OTHERS, sentFrom: null, sentBefore: null, ...filters };
      const plan = await genericPlan(service, books, (tx) =>
        listInvoiceRowsByPaid(tx, wanted, FEBRUARY, '2027-03-01', null, 51),
      );
      assert.match(plan, /using invoice_payments_by_time on invoice_payments/, plan);
      assert.match(plan, /Index Cond: [^\n]+paid_at >= [^\n]+paid_at < /, plan);
      assert.match(plan, /using invoices_pkey on invoices/, plan);
    });
  }

  for (const [filters, index] of [
    [{}, 'invoices_by_due'],
    [{ statuses: ['sent'] }, 'invoices_by_due'],
    [{ overdue: true }, 'invoices_by_due'],
    [{ customerId: SOME_UUID }, 'invoices_by_customer'],
  ] as const) {
    it(`by due date and ${Object.keys(filters).join() || 'no filter'} is read from ${index}`, async () => {
      const plan = await genericPlan(service, books, (tx) =>
        listInvoiceRowsByDue(tx, { ...ALL, ...filters }, '2027-03-01', null, 51),
      );
      assert.match(plan, new RegExp(`using ${index} on invoices`), plan);
    });
  }
});
