import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import { connect, Paying } from '../../testing/paying.ts';
import { STRIPE_KEY, StripeStand, WEBHOOK_SECRET } from '../../testing/stripe-stand.ts';

describe('online payments', () => {
  const service = sharedService({ hasWorker: true });
  const stripe = shared(() => StripeStand.start(() => service.clock.now()));
  const company = fresh(() => Paying.open(service, stripe));

  describe('a payment provider', () => {
    it('is connected with sealed keys, shown without them, and only one is active', async () => {
      const { provider, api } = company;
      const path = `/v1/payment-providers/${provider.payment_provider_id}`;
      const { body } = await api.get(path);
      assert.deepEqual([body.kind, body.mode, body.status], ['stripe', 'test', 'active']);
      assert.equal(body.webhook_url, `${service.url}/p/${body.provider_key}`);
      assert.deepEqual((await api.get('/v1/payment-providers')).body.data, [body]);
      const keys = { kind: 'stripe', secret_key: STRIPE_KEY, webhook_secret: WEBHOOK_SECRET };
      const second = await api.post('/v1/payment-providers', keys);
      assert.deepEqual([second.status, second.body.code], [409, 'payment_provider_active']);
      const live = await api.patch(path, { status: 'disabled', secret_key: 'sk_live_another' });
      assert.deepEqual([live.body.mode, live.body.status], ['live', 'disabled']);
      await connect(company);
      const again = await api.patch(path, { status: 'active' });
      assert.equal(again.body.code, 'payment_provider_active');

      const wrong = { ...keys, secret_key: 'pk_test_1', webhook_secret: 'secret' };
      const refused = await api.post('/v1/payment-providers', wrong);
      assert.deepEqual(
        refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
        ['/secret_key', '/webhook_secret'],
      );
      const events = JSON.stringify((await api.get('/v1/events?limit=200')).body);
      const { rows } = await service.owner.query('select * from payment_providers');
      for (const secret of [STRIPE_KEY, WEBHOOK_SECRET, 'sk_live_another']) {
        assert(!events.includes(secret) && !JSON.stringify(rows).includes(secret));
      }
      assert(!events.includes(provider.provider_key));
    });
  });

  describe('a checkout', () => {
    it('opens one page for the balance, and the payment settles the invoice', async () => {
      const { invoice, checkout, session } = await company.checkout();
      assert.deepEqual([checkout.status, checkout.amount], ['open', 10_000]);
      assert.equal(session.metadata.invoice_id, invoice.invoice_id);
      const again = await company.api.post(`/v1/invoices/${invoice.invoice_id}/checkout`);
      assert.deepEqual([again.status, again.body], [200, checkout]);

      const event = stripe.pay(session);
      assert.deepEqual(await company.deliver(event, event), ['applied', 'repeated']);
      const paid = await company.books.read(invoice.invoice_id);
      assert.deepEqual([paid.status, paid.balance], ['paid', 0]);
      const [entry] = paid.payments;
      assert.deepEqual(
        [entry.provider, entry.provider_payment_id, entry.method],
        ['stripe', session.payment_intent, 'card'],
      );
      const after = (await company.api.get(`/v1/checkouts/${checkout.checkout_id}`)).body;
      assert.equal(after.status, 'paid');
      const [payment, ...others] = await company.payments();
      assert.equal(others.length, 0);
      assert.equal(payment.payment_id, entry.payment_id);
      assert.equal(payment.checkout_id, checkout.checkout_id);
      assert.deepEqual((await company.api.get(`/v1/payments/${payment.payment_id}`)).body, payment);
      const types = await company.eventTypes();
      assert.equal(types.filter((type) => type === 'invoice.paid').length, 1);
      const url = JSON.stringify((await company.api.get('/v1/events?limit=200')).body);
      assert(!url.includes(session.id), 'the address of the page is not in the log');
      const refused = await company.api.post(`/v1/invoices/${invoice.invoice_id}/checkout`);
      assert.deepEqual([refused.status, refused.body.code], [409, 'nothing_owed']);
    });

    it('is one, however many ask at once, and asks Stripe again with the same key after a failure', async () => {
      const { invoice_id } = await company.books.sent();
      const before = stripe.requests.length;
      // The page was made, and its response lost.
      stripe.next.push((response) => response.destroy());
      stripe.next.push((response) => response.writeHead(500).end('{}'));
      const asked = await Promise.all(
        Array.from({ length: 8 }, () => company.api.post(`/v1/invoices/${invoice_id}/checkout`)),
      );
      const ids = new Set(asked.map(({ body }) => body.checkout_id));
      assert.equal(ids.size, 1);
      assert.equal(asked.filter(({ status }) => status === 201).length, 1);
      const [id] = ids;
      // Repeated after some seconds; the queue has a clock of its own.
      await eventually(async () => {
        await service.owner.query(
          "update pgboss.job set start_after = now() where name = 'prepare-checkout' and state < 'active'",
        );
        return (await company.api.get(`/v1/checkouts/${id}`)).body.url;
      });
      const keys = stripe.requests.slice(before).map(({ key }) => key);
      assert.deepEqual(keys, [id]);
    });

    it('says why it failed, without the key, and another one can be opened', async () => {
      const path = `/v1/payment-providers/${company.provider.payment_provider_id}`;
      await company.api.patch(path, { secret_key: 'sk_test_wrong' });
      const { invoice_id } = await company.books.sent();
      const asked = await company.api.post(`/v1/invoices/${invoice_id}/checkout`);
      const failed = await eventually(async () => {
        const { body } = await company.api.get(`/v1/checkouts/${asked.body.checkout_id}`);
        return body.status === 'failed' && body;
      });
      assert.match(failed.failure, /Invalid API Key/);
      assert(!failed.failure.includes('sk_test_wrong'));
      await company.api.patch(path, { secret_key: STRIPE_KEY });
      const { checkout } = await company.checkoutOf(invoice_id, {
        return_url: 'https://alder.example.com/thanks?from=mail',
      });
      const session = stripe.sessionAt(checkout.url);
      assert.equal(session.success_url, 'https://alder.example.com/thanks?from=mail&payment=done');
    });

    it('needs a sent invoice, a provider, and a complete address', async () => {
      const { invoice_id } = await company.books.draft();
      const path = `/v1/invoices/${invoice_id}/checkout`;
      const code = async (body?: object) => (await company.api.post(path, body)).body.code;
      assert.equal(await code(), 'invoice_not_sent');
      await company.api.post(`/v1/invoices/${invoice_id}/send`);
      assert.equal(await code({ return_url: 'javascript:alert(1)' }), 'validation_failed');
      const provider = `/v1/payment-providers/${company.provider.payment_provider_id}`;
      await company.api.patch(provider, { status: 'disabled' });
      assert.equal(await code(), 'payment_provider_missing');
      await company.books.void(invoice_id);
      assert.equal(await code(), 'invoice_void');
    });

    it('is closed when its amount is not owed any more, so that nothing is paid twice', async () => {
      const { invoice, checkout, session } = await company.checkout();
      await company.books.paid(invoice.invoice_id, 4_000);
      await eventually(() => session.status === 'expired');
      await company.deliver(stripe.event('checkout.session.expired', session));
      const { body } = await company.api.get(`/v1/checkouts/${checkout.checkout_id}`);
      assert.equal(body.status, 'expired');
      const second = await company.checkoutOf(invoice.invoice_id);
      assert.equal(second.checkout.amount, 6_000);
    });

    it('waits for a payment that takes days, and its page can then not be paid again', async () => {
      const { invoice, checkout, session } = await company.checkout();
      Object.assign(session, { status: 'complete', payment_status: 'unpaid' });
      await company.deliver(stripe.event('checkout.session.completed', session));
      const read = async () =>
        (await company.api.get(`/v1/checkouts/${checkout.checkout_id}`)).body;
      assert.equal((await read()).status, 'processing');
      const again = await company.api.post(`/v1/invoices/${invoice.invoice_id}/checkout`);
      assert.equal(again.body.checkout_id, checkout.checkout_id);
      stripe.pay(session);
      const succeeded = stripe.event('checkout.session.async_payment_succeeded', session);
      await company.deliver(succeeded, stripe.event('checkout.session.expired', session));
      assert.equal((await read()).status, 'paid');
      const { status, payments } = await company.books.read(invoice.invoice_id);
      assert.deepEqual([status, payments[0].method], ['paid', 'transfer']);

      const other = await company.checkout();
      const failed = stripe.event('checkout.session.async_payment_failed', other.session);
      await company.deliver(failed);
      const { body } = await company.api.get(`/v1/checkouts/${other.checkout.checkout_id}`);
      assert.deepEqual([body.status, body.failure], ['failed', 'The payment was refused.']);
    });
  });
});
