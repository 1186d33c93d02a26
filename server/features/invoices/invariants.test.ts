import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../domain/ids.ts';
import { APPLICATION_ROLE } from '../../platform/database/database.ts';
import { Bookkeeping } from '../../testing/bookkeeping.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';

/** Rules that the database enforces, whatever the code does. */
describe('the database', () => {
  const service = sharedService();
  const books = shared(() => Bookkeeping.open(service));

  const change = (invoiceId: string, set: string) =>
    service.owner.query(`update invoices set ${set} where invoice_id = $1`, [
      toUuid('invoice', invoiceId),
    ]);

  it('refuses an invoice whose totals do not match its lines', async () => {
    const { invoice_id } = await books.draft();
    for (const [set, constraint] of [
      ['total = total + 1', 'invoice_adds_up'],
      ['subtotal = subtotal + 1, total = total + 1', 'invoice_lines_make_its_sums'],
      ['tax = 1, total = total + 1', 'invoice_lines_make_its_sums'],
      [`lines = jsonb_set(lines, '{0,amount}', '1')`, 'invoice_lines_make_its_sums'],
      [`lines = '[]'`, 'invoices_lines_check'],
    ]) {
      await assert.rejects(change(invoice_id, set!), { code: '23514', constraint }, set);
    }
  });

  it('refuses a paid amount above the total or below 0, and a status that does not match it', async () => {
    const { invoice_id } = await books.sent();
    await books.paid(invoice_id, 4_000);
    for (const [set, constraint] of [
      [`paid = 10001`, 'invoice_paid_within_total'],
      ['paid = -1', 'invoice_paid_within_total'],
      ['paid = 10000', 'invoice_status_as_paid'],
      [`status = 'sent'`, 'invoice_status_as_paid'],
      [`status = 'paid', paid_at = now()`, 'invoice_status_as_paid'],
      [`status = 'void', voided_at = now(), void_reason = 'x'`, 'invoice_status_as_paid'],
    ]) {
      await assert.rejects(change(invoice_id, set!), { code: '23514', constraint }, set);
    }
  });

  it('refuses to change a sent invoice, and the job, number and currency of any invoice', async () => {
    const draft = await books.draft();
    const sent = await books.sent();
    const voided = await books.draft();
    await books.void(voided.invoice_id);
    for (const [{ invoice_id }, set] of [
      [draft, `number = 'INV-000099'`],
      [draft, `currency = 'EUR'`],
      [draft, `lifecycle_number = '100099-1'`],
      [draft, 'job_id = gen_random_uuid()'],
      [sent, 'due_on = due_on + 1'],
      [sent, `notes = 'x'`],
      [sent, `lines = jsonb_set(lines, '{0,description}', '"x"')`],
      [sent, `status = 'draft', sent_at = null`],
      [voided, `status = 'draft', voided_at = null, void_reason = null`],
    ] as const) {
      await assert.rejects(change(invoice_id, set), { code: '23001' }, set);
    }
  });

  it('refuses to change or delete a payment or delete an invoice, even for the database owner', async () => {
    const { invoice_id } = await books.sent();
    await books.paid(invoice_id, 1);
    for (const sql of [
      'update invoice_payments set amount = amount + 1',
      'delete from invoice_payments',
      'truncate invoice_payments cascade',
      'delete from invoices',
      'truncate invoices cascade',
    ]) {
      await assert.rejects(service.owner.query(sql), { code: '23001' }, sql);
    }
    const { rows } = await service.owner.query(
      `select p from unnest(array['UPDATE', 'DELETE']) p where has_table_privilege($1, 'invoice_payments', p)`,
      [APPLICATION_ROLE],
    );
    assert.deepEqual(rows, []);
  });

  it('refuses a payment of 0 or without a method, and a refund without a reason', async () => {
    const { invoice_id } = await books.sent();
    for (const values of [
      `0, 'cash', null`,
      '1, null, null',
      `1, 'cash', 'x'`,
      '-1, null, null',
      `-1, 'cash', 'x'`,
    ]) {
      const insert = service.owner.query(
        `insert into invoice_payments (organization_id, invoice_id, payment_id, amount, method, reason,
           paid_at, created_at)
         select organization_id, invoice_id, gen_random_uuid(), ${values}, now(), now()
         from invoices where invoice_id = $1`,
        [toUuid('invoice', invoice_id)],
      );
      const constraint = 'payment_comes_in_or_goes_back';
      await assert.rejects(insert, { code: '23514', constraint }, values);
    }
  });

  it('assigns no number in a session without an organization', async () => {
    const { owner } = service;
    await assert.rejects(
      owner.query('select next_invoice_number(gen_random_uuid())'),
      /is not the tenant/,
    );
  });
});
