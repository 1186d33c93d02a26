import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { Bookkeeping, LINE } from '../../testing/bookkeeping.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';

describe('updateInvoice', () => {
  const service = sharedService();
  const books = shared(() => Bookkeeping.open(service));

  it('changes the fields that are sent, recalculates the totals, and emits invoice.updated', async () => {
    const draft = await books.draft({ notes: 'Thank you.' });
    const path = `/v1/invoices/${draft.invoice_id}`;
    service.clock.advance(60_000);
    const lines = [{ ...LINE, quantity: 2, tax_rate: 8.25 }];
    const { status, body } = await books.api.patch(path, { lines, due_on: '2027-05-01' });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.subtotal, body.tax, body.total, body.balance, body.due_on, body.notes, body.number],
      [20_000, 1_650, 21_650, 21_650, '2027-05-01', 'Thank you.', draft.number],
    );
    assert.deepEqual(await books.read(draft.invoice_id), body);
    const event = (await books.events(draft.invoice_id)).at(-1)!;
    assert.equal(event.type, 'invoice.updated');
    const { due_on, subtotal, tax, total, balance, updated_at } = draft;
    assert.deepEqual(event.previous, {
      ...{ due_on, lines: draft.lines, subtotal, tax, total, balance, updated_at },
    });

    assert.equal((await books.api.patch(path, { notes: null })).body.notes, null);
  });

  it('writes no texts after the person was erased, even with direct SQL', async () => {
    const own = await Bookkeeping.open(service);
    const draft = await own.draft({ notes: 'Thank you.' });
    await own.api.post(`/v1/invoices/${draft.invoice_id}/void`, { reason: 'Twice' });
    await own.api.post(`/v1/jobs/${draft.job_id}/cancel`, { reason: 'Moved' });
    const erased = await own.api.post(`/v1/customers/${draft.customer_id}/erase`);
    assert(erased.status < 300, JSON.stringify(erased.body));
    const id = toUuid('invoice', draft.invoice_id);
    await assert.rejects(
      service.owner.query(`update invoices set void_reason = 'Dana' where invoice_id = $1`, [id]),
      /erased/,
    );
  });

  it('emits no event if nothing changes', async () => {
    const draft = await books.draft();
    const path = `/v1/invoices/${draft.invoice_id}`;
    service.clock.advance(60_000);
    for (const same of [{}, { lines: [LINE] }, { due_on: draft.due_on, notes: null }]) {
      assert.deepEqual((await books.api.patch(path, same)).body, draft);
    }
    assert.deepEqual(await books.eventTypes(draft.invoice_id), ['invoice.created']);
  });

  it('refuses invalid fields and keeps the old ones', async () => {
    const draft = await books.draft();
    const path = `/v1/invoices/${draft.invoice_id}`;
    for (const wrong of [
      { lines: [] },
      { lines: [{ ...LINE, unit_amount: -1 }] },
      { lines: [{ ...LINE, quantity: 0.0001 }] },
      { due_on: null },
      { due_on: '9999-12-31' },
      { currency: 'EUR' },
      { job_id: books.job.job_id },
    ]) {
      assert.equal((await books.api.patch(path, wrong)).status, 422, JSON.stringify(wrong));
    }
    assert.deepEqual(await books.read(draft.invoice_id), draft);
  });

  it('refuses to change a sent or voided invoice', async () => {
    const sent = await books.sent();
    const voided = await books.draft();
    await books.void(voided.invoice_id);
    for (const [{ invoice_id }, allowed] of [
      [sent, ['pay', 'void']],
      [voided, []],
    ] as const) {
      const { status, body } = await books.api.patch(`/v1/invoices/${invoice_id}`, { notes: 'x' });
      assert.deepEqual([status, body.code], [409, 'invoice_not_draft']);
      assert.deepEqual(body.allowed, allowed);
    }
  });
});
