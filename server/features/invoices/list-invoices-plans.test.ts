import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { Bookkeeping } from '../../testing/bookkeeping.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { genericPlan } from '../../testing/plans.ts';
import { type InvoiceFilters, listInvoiceRows } from './list-invoices-query.ts';

const ALL: InvoiceFilters = {
  statuses: null,
  overdue: null,
  jobId: null,
  customerId: null,
  lifecycleNumber: null,
};
const SOMETHING = '01900000-0000-7000-8000-000000000000';

describe('the list of many invoices', () => {
  const service = sharedService();
  const books = shared(() => Bookkeeping.open(service));
  before(async () => {
    await multiply(toUuid('invoice', (await books.draft()).invoice_id)!);
  });

  /** 20,000 invoices of 4,000 customers, a twentieth of them owed and all others paid. */
  async function multiply(invoiceId: string): Promise<void> {
    const { owner } = service;
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `insert into invoices select made.* from invoices i, generate_series(1, 20000) as n,
         jsonb_populate_record(null::invoices, to_jsonb(i) || jsonb_build_object(
           'invoice_id', gen_random_uuid(), 'number', n::text, 'job_id', md5(n::text)::uuid,
           'customer_id', md5((n % 4000)::text)::uuid, 'lifecycle_number', (n % 4000)::text,
           'sent_at', now(), 'due_on', date '2027-01-01' + (n % 90),
           'status', case when n % 20 > 0 then 'paid' else 'sent' end,
           'paid', case when n % 20 > 0 then i.total else 0 end,
           'paid_at', case when n % 20 > 0 then now() end)) as made
       where i.invoice_id = $1`,
      [invoiceId],
    );
    await owner.query('reset session_replication_role');
    await owner.query('analyze invoices');
  }

  for (const [filters, index] of [
    [{}, 'invoices_pkey'],
    [{ overdue: false }, 'invoices_pkey'],
    [{ overdue: true }, 'invoices_owed'],
    [{ statuses: ['draft', 'sent'] }, 'invoices_by_status'],
    [{ jobId: SOMETHING }, 'invoices_by_job'],
    [{ customerId: SOMETHING }, 'invoices_by_customer'],
    [{ lifecycleNumber: '100042-7' }, 'invoices_by_lifecycle'],
    [{ customerId: SOMETHING, overdue: true }, 'invoices_by_customer'],
  ] as const) {
    it(`by ${Object.keys(filters).join(' and ') || 'nothing'} is read from ${index}, newest first`, async () => {
      const plan = await genericPlan(service, books, (tx) =>
        listInvoiceRows(tx, { ...ALL, ...filters }, '2027-03-01', null, 51),
      );
      assert.match(plan, new RegExp(`Index Scan Backward using ${index} on invoices`), plan);
    });
  }
});
