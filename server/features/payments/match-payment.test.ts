import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import { Paying } from '../../testing/paying.ts';
import { StripeStand } from '../../testing/stripe-stand.ts';

describe('matchPayment', () => {
  const service = sharedService({ hasWorker: true });
  const stripe = shared(() => StripeStand.start(() => service.clock.now()));
  const company = fresh(() => Paying.open(service, stripe));
  const paidIntent = (session: { payment_intent: string | null }) => session.payment_intent ?? '';

  /** A payment of 100.00 USD that arrived after its invoice was paid by hand. */
  async function unmatched() {
    const { invoice, session } = await company.checkout();
    await company.books.paid(invoice.invoice_id, 10_000);
    await company.deliver(stripe.pay(session));
    const [payment] = await company.payments(`invoice_id=${invoice.invoice_id}&status=unmatched`);
    return { path: `/v1/payments/${payment.payment_id}/match`, payment, session, paid: invoice };
  }
  const match = async (path: string, invoice_id: string) => company.api.post(path, { invoice_id });

  it('records a payment on another invoice, once, and the same request again changes nothing', async () => {
    const { path, payment } = await unmatched();
    const { invoice_id } = await company.books.sent();
    const { status, body } = await match(path, invoice_id);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [body.status, body.invoice_id, body.unmatched_reason, body.payment_id],
      ['recorded', invoice_id, null, payment.payment_id],
    );
    assert.deepEqual((await match(path, invoice_id)).body, body);
    const invoice = await company.books.read(invoice_id);
    assert.deepEqual([invoice.status, invoice.payments.length], ['paid', 1]);
    const types = await company.eventTypes();
    assert.equal(types.filter((type) => type === 'payment.matched').length, 1);
    const other = await company.books.sent();
    const refused = await match(path, other.invoice_id);
    assert.deepEqual([refused.status, refused.body.code], [409, 'payment_already_recorded']);
  });

  it('holds when eight requests for two invoices arrive at once', async () => {
    const { path, payment } = await unmatched();
    const invoices = [await company.books.sent(), await company.books.sent()];
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => match(path, invoices[index % 2]?.invoice_id ?? '')),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), [
      ...Array(4).fill(200),
      ...Array(4).fill(409),
    ]);
    const read = await Promise.all(
      invoices.map(({ invoice_id }) => company.books.read(invoice_id)),
    );
    assert.deepEqual(read.map(({ status }) => status).sort(), ['paid', 'sent']);
    const ids = read.flatMap(({ payments }) => payments).map((one) => one.payment_id);
    assert.deepEqual(ids, [payment.payment_id]);
  });

  it('takes refunds along, before and after', async () => {
    const { path, session } = await unmatched();
    await company.deliver(...stripe.refund(paidIntent(session), 1_000));
    const { invoice_id } = await company.books.sent();
    const { body } = await match(path, invoice_id);
    assert.deepEqual([body.status, body.refunded], ['recorded', 1_000]);
    assert.equal((await company.books.read(invoice_id)).balance, 1_000);
    await company.deliver(...stripe.refund(paidIntent(session), 2_000));
    assert.equal((await company.books.read(invoice_id)).balance, 3_000);
  });

  it('is refused for an invoice that the payment does not fit', async () => {
    const { path, session, payment } = await unmatched();
    const code = async (invoiceId: string) => {
      const { status, body } = await match(path, invoiceId);
      return [status, body.errors?.[0]?.code ?? body.code];
    };
    const euros = await company.books.sent({ currency: 'EUR' });
    assert.deepEqual(await code(euros.invoice_id), [422, 'other_currency']);
    const voided = await company.books.sent();
    await company.books.void(voided.invoice_id);
    assert.deepEqual(await code(voided.invoice_id), [409, 'invoice_void']);
    const partly = await company.books.sent();
    await company.books.paid(partly.invoice_id, 1);
    assert.deepEqual(await code(partly.invoice_id), [422, 'overpayment']);
    assert.deepEqual(await code('invoice_01h455vb4pex5vsknk084sn02q'), [404, 'unknown_id']);
    const neighbor = await Paying.open(service, stripe);
    const foreign = await neighbor.books.sent();
    assert.deepEqual(await code(foreign.invoice_id), [404, 'unknown_id']);
    const own = await company.books.sent();
    const theirs = await neighbor.api.post(path, { invoice_id: foreign.invoice_id });
    assert.equal(theirs.status, 404);
    await company.deliver(...stripe.refund(paidIntent(session), 10_000));
    assert.deepEqual(await code(own.invoice_id), [409, 'payment_returned']);
    assert.equal(
      (await company.api.get(`/v1/payments/${payment.payment_id}`)).body.status,
      'returned',
    );
  });
});
