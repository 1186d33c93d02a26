import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Bookkeeping } from '../../testing/bookkeeping.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';

describe('refunds and voiding', () => {
  const service = sharedService();
  const books = shared(() => Bookkeeping.open(service));

  describe('recordRefund', () => {
    it('records an entry with a reason, and increases the balance', async () => {
      const { invoice_id } = await books.sent();
      await books.paid(invoice_id, 10_000);
      service.clock.advance(60_000);
      const part = await books.refunded(invoice_id, 2_500, { reason: ' Scratched. ' });
      assert.deepEqual(
        [part.status, part.paid, part.balance, part.paid_at],
        ['partially_paid', 7_500, 2_500, null],
      );
      const refund = part.payments[1];
      assert.deepEqual(refund, {
        payment_id: refund.payment_id,
        amount: -2_500,
        method: null,
        reference: null,
        note: null,
        reason: 'Scratched.',
        refund_of: null,
        provider: null,
        provider_payment_id: null,
        paid_at: service.clock.now().toISOString(),
        created_at: service.clock.now().toISOString(),
      });
      const event = (await books.events(invoice_id)).at(-1)!;
      const { payments: _all, ...invoice } = part;
      assert.deepEqual(
        [event.type, event.data],
        ['invoice.refunded', { ...invoice, payment: refund }],
      );
      const whole = await books.refunded(invoice_id, 7_500);
      assert.deepEqual([whole.status, whole.paid, whole.balance], ['sent', 0, 10_000]);
    });

    it('emits invoice.paid again when the invoice is paid again', async () => {
      const { invoice_id } = await books.sent();
      await books.paid(invoice_id, 10_000);
      await books.refunded(invoice_id, 1);
      await books.paid(invoice_id, 1);
      assert.deepEqual((await books.eventTypes(invoice_id)).slice(2), [
        'invoice.payment_recorded',
        'invoice.paid',
        'invoice.refunded',
        'invoice.payment_recorded',
        'invoice.paid',
      ]);
    });

    it('refunds at most the amount paid, and at most what is left of a payment', async () => {
      const { invoice_id } = await books.sent();
      const unpaid = await books.refund(invoice_id, 1);
      assert.deepEqual([unpaid.status, unpaid.body.code], [409, 'nothing_paid']);
      const small = (await books.paid(invoice_id, 1_000)).payments[0].payment_id;
      const large = (await books.paid(invoice_id, 9_000)).payments[1].payment_id;

      const refusedWith = async (amount: number, more: object, refundable: number) => {
        const { status, body } = await books.refund(invoice_id, amount, more);
        assert.deepEqual(
          [status, body.code, body.refundable],
          [422, 'refund_exceeds_paid', refundable],
        );
      };
      await refusedWith(10_001, {}, 10_000);
      await refusedWith(1_001, { payment_id: small }, 1_000);
      const { payments } = await books.refunded(invoice_id, 600, { payment_id: small });
      assert.equal(payments[2].refund_of, small);
      await refusedWith(401, { payment_id: small }, 400);
      await books.refunded(invoice_id, 9_200);
      await refusedWith(201, { payment_id: large }, 200);
      await books.refunded(invoice_id, 200, { payment_id: large });
      assert.equal((await books.read(invoice_id)).status, 'sent');
    });

    it('accepts only payments of the same invoice', async () => {
      const { invoice_id } = await books.sent();
      const { payments } = await books.paid(invoice_id, 1_000);
      const refund = (await books.refunded(invoice_id, 1)).payments[1].payment_id;
      const another = await books.sent();
      const foreign = (await books.paid(another.invoice_id, 500)).payments[0].payment_id;
      const unknown = 'payment_01h455vb4pex5vsknk084sn02q';
      for (const payment_id of [foreign, refund, unknown, invoice_id, 'x', '']) {
        assert.equal((await books.refund(invoice_id, 1, { payment_id })).status, 404, payment_id);
      }
      await books.refunded(invoice_id, 1, { payment_id: payments[0].payment_id });
    });

    it('refuses an invalid amount or reason', async () => {
      const { invoice_id } = await books.sent();
      await books.paid(invoice_id, 1_000);
      for (const amount of [0, -1, 0.5, '1', null]) {
        assert.equal((await books.refund(invoice_id, amount)).status, 422, String(amount));
      }
      for (const reason of [undefined, null, '', '  ', 'x'.repeat(501)]) {
        assert.equal((await books.refund(invoice_id, 1, { reason })).status, 422, String(reason));
      }
    });

    it('refunds once for eight simultaneous requests', async () => {
      const { invoice_id } = await books.sent();
      await books.paid(invoice_id, 10_000);
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => books.refund(invoice_id, 10_000)),
      );
      assert.equal(responses.filter(({ status }) => status === 201).length, 1);
      for (const { status } of responses) assert([201, 409].includes(status), String(status));
      assert.equal((await books.read(invoice_id)).paid, 0);
    });
  });

  describe('voidInvoice', () => {
    it('voids a draft or sent invoice once, with a reason, and keeps the number', async () => {
      for (const create of [() => books.draft(), () => books.sent()]) {
        const { invoice_id, number, sent_at } = await create();
        const { status, body } = await books.void(invoice_id, ' Created twice. ');
        assert.deepEqual(
          [status, body.status, body.number, body.void_reason, body.sent_at],
          [200, 'void', number, 'Created twice.', sent_at],
        );
        assert.equal(body.voided_at, service.clock.now().toISOString());
        assert.deepEqual((await books.void(invoice_id, 'Another reason.')).body, body);
        const types = await books.eventTypes(invoice_id);
        assert.equal(types.filter((type) => type === 'invoice.voided').length, 1);
      }
    });

    it('is refused until all payments are refunded', async () => {
      const { invoice_id } = await books.sent();
      await books.paid(invoice_id, 5_000);
      const { status, body } = await books.void(invoice_id);
      assert.deepEqual([status, body.code], [409, 'invoice_has_payments']);
      assert.deepEqual(body.allowed, ['pay', 'refund']);
      await books.paid(invoice_id, 5_000);
      assert.equal((await books.void(invoice_id)).status, 409);
      await books.refunded(invoice_id, 10_000);
      assert.equal((await books.void(invoice_id)).body.status, 'void');
    });

    it('requires a reason', async () => {
      const { invoice_id } = await books.draft();
      for (const reason of [null, '', '  ', 7, 'x'.repeat(501)]) {
        assert.equal((await books.void(invoice_id, reason)).status, 422, String(reason));
      }
    });

    it('never succeeds together with a simultaneous payment', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { invoice_id } = await books.sent();
        const [voided, paid] = await Promise.all([
          books.void(invoice_id),
          books.pay(invoice_id, 10_000),
        ]);
        const statuses = `${voided.status} ${paid.status}`;
        assert(['200 409', '409 201'].includes(statuses), statuses);
      }
    });
  });
});
