import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ApiResponse } from '../../testing/api-client.ts';
import { Bookkeeping, LINE } from '../../testing/bookkeeping.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';

const FREE = { ...LINE, unit_amount: 0 };

describe('payments', () => {
  const service = sharedService();
  const books = shared(() => Bookkeeping.open(service));

  describe('sendInvoice', () => {
    it('sends a draft once, also when the request is repeated', async () => {
      const { invoice_id } = await books.draft();
      const path = `/v1/invoices/${invoice_id}/send`;
      const { status, body } = await books.api.post(path);
      assert.deepEqual([status, body.status], [200, 'sent']);
      assert.equal(body.sent_at, service.clock.now().toISOString());
      assert.deepEqual((await books.api.post(path)).body, body);
      const paid = await books.paid(invoice_id, 10_000);
      assert.deepEqual((await books.api.post(path)).body, paid);
      assert.deepEqual((await books.eventTypes(invoice_id)).slice(0, 2), [
        'invoice.created',
        'invoice.sent',
      ]);
      assert.equal((await books.events(invoice_id)).length, 4);
    });

    it('marks an invoice with a total of 0 as paid at once', async () => {
      const { invoice_id, status, paid_at } = await books.sent({ lines: [FREE] });
      assert.equal(status, 'paid');
      assert.equal(paid_at, service.clock.now().toISOString());
      assert.deepEqual((await books.eventTypes(invoice_id)).slice(1), [
        'invoice.sent',
        'invoice.paid',
      ]);
      assert.equal((await books.pay(invoice_id, 1)).body.code, 'overpayment');
      assert.equal((await books.void(invoice_id)).body.status, 'void');
    });

    it('refuses a void invoice', async () => {
      const { invoice_id } = await books.draft();
      await books.void(invoice_id);
      const { status, body } = await books.api.post(`/v1/invoices/${invoice_id}/send`);
      assert.deepEqual([status, body.code, body.allowed], [409, 'invoice_void', []]);
    });
  });

  describe('recordPayment', () => {
    it('accepts partial payments to the last cent, and emits invoice.paid with the last one', async () => {
      const { invoice_id } = await books.sent();
      service.clock.advance(60_000);
      const more = {
        method: 'check',
        reference: ' No. 1107 ',
        paid_at: '2027-02-26T09:00:00-08:00',
      };
      const first = await books.paid(invoice_id, 3_333, more);
      assert.deepEqual(
        [first.status, first.paid, first.balance, first.paid_at],
        ['partially_paid', 3_333, 6_667, null],
      );
      const [payment] = first.payments;
      assert.deepEqual(payment, {
        payment_id: payment.payment_id,
        amount: 3_333,
        method: 'check',
        reference: 'No. 1107',
        note: null,
        reason: null,
        refund_of: null,
        provider: null,
        provider_payment_id: null,
        paid_at: '2027-02-26T17:00:00.000Z',
        created_at: service.clock.now().toISOString(),
      });
      await books.paid(invoice_id, 6_666, { method: 'cash' });
      const last = await books.paid(invoice_id, 1);
      assert.deepEqual([last.status, last.paid, last.balance], ['paid', 10_000, 0]);
      assert.equal(last.paid_at, service.clock.now().toISOString());
      assert.deepEqual(
        last.payments.map(({ amount }: { amount: number }) => amount),
        [3_333, 6_666, 1],
      );
      assert.deepEqual(await books.read(invoice_id), last);

      const events = (await books.events(invoice_id)).slice(2);
      assert.deepEqual(
        events.map(({ type }) => type),
        [...Array(3).fill('invoice.payment_recorded'), 'invoice.paid'],
      );
      const { payments, ...invoice } = last;
      assert.deepEqual(events[2]!.data, { ...invoice, payment: payments[2] });
      assert.deepEqual(events[3]!.data, invoice);
      assert.deepEqual(events[3]!.previous, {
        ...{ status: 'partially_paid', paid: 9_999, balance: 1, paid_at: null },
      });
      const { body } = await books.api.get(
        `/v1/events?type=invoice.paid&lifecycle_number=${books.job.lifecycle_number}`,
      );
      assert(body.data.some((event: { data: object }) => 'invoice_id' in event.data));
    });

    it('sets paid_at to the time of the latest payment, in any order of recording', async () => {
      const { invoice_id } = await books.sent();
      const [early, late] = ['2027-02-26T17:00:00.000Z', '2027-02-28T17:00:00.000Z'];
      await books.paid(invoice_id, 4_000, { paid_at: late });
      assert.equal((await books.paid(invoice_id, 6_000, { paid_at: early })).paid_at, late);
    });

    it('refuses more than the balance, and returns the balance', async () => {
      const { invoice_id } = await books.sent();
      await books.paid(invoice_id, 4_000);
      const before = await books.read(invoice_id);
      for (const amount of [6_001, 10_000, 1e15]) {
        const { status, body } = await books.pay(invoice_id, amount);
        assert.deepEqual(
          [status, body.code, body.balance, body.currency],
          [422, 'overpayment', 6_000, 'USD'],
        );
        assert.equal(body.errors[0].pointer, '/amount');
      }
      assert.deepEqual(await books.read(invoice_id), before);
      await books.paid(invoice_id, 6_000);
      const { status, body } = await books.pay(invoice_id, 1);
      assert.deepEqual([status, body.code, body.balance], [422, 'overpayment', 0]);
    });

    it('refuses to pay a draft or void invoice', async () => {
      const { invoice_id } = await books.draft();
      const early = await books.pay(invoice_id, 1);
      assert.deepEqual([early.status, early.body.code], [409, 'invoice_not_sent']);
      assert.deepEqual(early.body.allowed, ['update', 'send', 'void']);
      await books.void(invoice_id);
      const late = await books.pay(invoice_id, 1);
      assert.deepEqual([late.status, late.body.code], [409, 'invoice_void']);
    });

    it('refuses an invalid amount, method or time', async () => {
      const { invoice_id } = await books.sent();
      for (const amount of [0, -1, 0.5, '100', null, 1e15 + 2, 1e300]) {
        assert.equal((await books.pay(invoice_id, amount)).status, 422, String(amount));
      }
      const tomorrow = new Date(service.clock.now().getTime() + 86_400_000).toISOString();
      for (const more of [
        { method: 'barter' },
        { method: null },
        { reference: 'x'.repeat(201) },
        { paid_at: '2027-02-26' },
        { paid_at: tomorrow },
        { paid_at: '0001-01-01T00:00:00Z' },
        { currency: 'USD' },
      ]) {
        const { status } = await books.pay(invoice_id, 1, more);
        assert.equal(status, 422, JSON.stringify(more));
      }
      assert.deepEqual((await books.read(invoice_id)).payments, []);
    });

    it('accepts one of eight simultaneous full payments, and refuses the others as overpayment', async () => {
      const { invoice_id } = await books.sent();
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => books.pay(invoice_id, 10_000)),
      );
      const accepted = responses.filter(({ status }) => status === 201);
      const refused = responses.filter(({ status }) => status === 422);
      assert.deepEqual([accepted.length, refused.length], [1, 7]);
      for (const { body } of refused)
        assert.deepEqual([body.code, body.balance], ['overpayment', 0]);
      const types = await books.eventTypes(invoice_id);
      assert.equal(types.filter((type) => type === 'invoice.paid').length, 1);
      assert.equal((await books.read(invoice_id)).payments.length, 1);
    });

    it('loses no simultaneous partial payment, and accepts none too many', async () => {
      const { invoice_id } = await books.sent();
      const responses = await Promise.all(
        Array.from({ length: 12 }, () => books.pay(invoice_id, 1_900)),
      );
      assert.equal(responses.filter(({ status }) => status === 201).length, 5);
      const { paid, balance, payments, status } = await books.read(invoice_id);
      assert.deepEqual([paid, balance, payments.length, status], [9_500, 500, 5, 'partially_paid']);
    });

    it('counts the lead as paid in the funnel report', async () => {
      const own = await Bookkeeping.open(service);
      const paidLeads = async () =>
        (await own.api.get('/v1/reports/funnel')).body.totals.paid as number;
      const { invoice_id } = await own.sent();
      await own.paid(invoice_id, 9_999);
      assert.equal(await paidLeads(), 0);
      await own.paid(invoice_id, 1);
      assert.equal(await paidLeads(), 1);
    });

    it('refuses more than a thousand payments and refunds', async () => {
      const { invoice_id } = await books.sent();
      await service.owner.query('update invoices set payment_count = 999 where number = $1', [
        (await books.read(invoice_id)).number,
      ]);
      await books.paid(invoice_id, 1);
      const { status, body } = await books.pay(invoice_id, 1);
      assert.deepEqual([status, body.code], [409, 'too_many_payments']);
    });
  });

  function assertAddsUp({ paid, balance, payments }: ApiResponse['body'], total: number): void {
    const amounts = payments.map(({ amount }: { amount: number }) => amount);
    const sum = amounts.reduce((before: number, amount: number) => before + amount, 0);
    assert.deepEqual([paid, paid + balance], [sum, total]);
    assert(paid >= 0 && balance >= 0);
  }

  it('plus the balance equal the total after any payments and refunds', async () => {
    const entries = fc.array(fc.integer({ min: -6_000, max: 6_000 }), {
      minLength: 4,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(entries, async (amounts) => {
        const { invoice_id, total } = await books.sent();
        for (const amount of amounts) {
          const { status, body } =
            amount > 0
              ? await books.pay(invoice_id, amount)
              : await books.refund(invoice_id, -amount);
          assert([201, 409, 422].includes(status), String(status));
          if (status === 201) assertAddsUp(body, total);
        }
        assertAddsUp(await books.read(invoice_id), total);
      }),
      { numRuns: 5 },
    );
  });
});
