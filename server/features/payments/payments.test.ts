import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import { connect, Paying } from '../../testing/paying.ts';
import { STRIPE_KEY, StripeStand, WEBHOOK_SECRET } from '../../testing/stripe-stand.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

const HOUR_MS = 3_600_000;

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

    it('is one, however many ask at once, and asks Stripe again with the same key after a lost response', async () => {
      const { invoice_id } = await company.books.sent();
      const before = stripe.requests.length;
      stripe.failures.push('lost');
      const asked = await Promise.all(
        Array.from({ length: 8 }, () => company.api.post(`/v1/invoices/${invoice_id}/checkout`)),
      );
      const ids = new Set(asked.map(({ body }) => body.checkout_id));
      assert.equal(ids.size, 1);
      assert.equal(asked.filter(({ status }) => status === 201).length, 1);
      const [id] = ids;
      await openedAtLast(id);
      const keys = stripe.requests.slice(before).map(({ key }) => key);
      assert.deepEqual(keys, [id, id]);
      assert.equal(sessionsOf(id).length, 1);
    });

    it('is asked for with another key after a failure of Stripe, which it would repeat', async () => {
      const { invoice_id } = await company.books.sent();
      const before = stripe.requests.length;
      stripe.failures.push(500, 'lost', 503);
      const { body } = await company.api.post(`/v1/invoices/${invoice_id}/checkout`);
      const id = body.checkout_id;
      await openedAtLast(id);
      const keys = stripe.requests.slice(before).map(({ key }) => key);
      // The second page was made, and the third request found it.
      assert.deepEqual(keys, [id, `${id}:1`, `${id}:1`]);
      assert.equal(sessionsOf(id).length, 1);
    });

    /** Repeated after some seconds; the queue has a clock of its own. */
    function openedAtLast(id: string) {
      return eventually(async () => {
        await service.owner.query(
          "update pgboss.job set start_after = now() where name = 'prepare-checkout' and state < 'active'",
        );
        return (await company.api.get(`/v1/checkouts/${id}`)).body.url;
      });
    }

    function sessionsOf(id: string) {
      return [...stripe.sessions.values()].filter(({ metadata }) => metadata.checkout_id === id);
    }

    it('is in the language of the customer, and leads back without the address of webhooks', async () => {
      const { customer_id } = company.books.job;
      await company.api.patch(`/v1/customers/${customer_id}`, { language: 'de' });
      const { invoice, session, checkout } = await company.checkout();
      const fields = stripe.requests.at(-1)?.fields ?? {};
      assert.equal(
        fields['line_items[0][price_data][product_data][name]'],
        `Rechnung ${invoice.number}`,
      );
      assert.equal(session.locale, 'de');
      for (const url of [session.success_url, session.cancel_url]) {
        assert(!url.includes(company.provider.provider_key));
      }
      const done = await fetch(session.success_url);
      assert.equal(done.status, 200);
      const text = await done.text();
      assert.match(text, /<html lang="de">[\s\S]*Vielen Dank/);
      assert(!text.includes(invoice.number), 'nothing about the customer');
      assert.match(await (await fetch(session.cancel_url)).text(), /nichts bezahlt/);
      const other = session.success_url.replace(/-[^?]+/, `-${checkout.invoice_id.slice(8)}`);
      assert.equal((await fetch(other)).status, 404);
      assert.equal((await fetch(`${service.url}/paid/nothing`)).status, 404);
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
      assert.equal(failed.failure_code, 'keys_refused');
      assert(!failed.failure.includes('sk_test_wrong'));
      const other = await company.books.sent();
      const second = await company.api.post(`/v1/invoices/${other.invoice_id}/checkout`);
      await failedWith(second.body.checkout_id, 'keys_refused');
      const tasks = await company.tasks();
      assert.equal(tasks.length, 1, 'a person is asked once');
      assert.match(tasks.join(), /does not accept the keys/);
      await company.api.patch(path, { secret_key: STRIPE_KEY });
      const { checkout } = await company.checkoutOf(invoice_id, {
        return_url: 'https://alder.example.com/thanks?from=mail',
      });
      const session = stripe.sessionAt(checkout.url);
      assert.equal(session.success_url, 'https://alder.example.com/thanks?from=mail&payment=done');
    });

    it('fails if Stripe does not take the amount, and a person is asked once', async () => {
      const lines = [{ description: 'Screw', quantity: 1, unit_amount: 10 }];
      const { invoice_id } = await company.books.sent({ lines });
      for (const _ of [1, 2]) {
        const { body } = await company.api.post(`/v1/invoices/${invoice_id}/checkout`);
        const { failure } = await failedWith(body.checkout_id, 'request_refused');
        assert.match(failure, /at least 50 cents/);
      }
      const tasks = await company.tasks();
      assert.equal(tasks.length, 1);
      assert.match(tasks.join(), /Stripe refuses it[\s\S]*at least 50 cents/);
    });

    function failedWith(id: string, code: string) {
      return eventually(async () => {
        const { body } = await company.api.get(`/v1/checkouts/${id}`);
        return body.failure_code === code && body;
      });
    }

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
      assert.equal((await read(checkout)).status, 'expired');
      await eventually(() => session.status === 'expired');
      const second = await company.checkoutOf(invoice.invoice_id);
      assert.equal(second.checkout.amount, 6_000);
      // A refund changes the balance too.
      await company.books.refunded(invoice.invoice_id, 1_000);
      assert.equal((await read(second.checkout)).status, 'expired');
      await eventually(() => second.session.status === 'expired');
      // Owed again, and the page that was closed is not given out again, before Stripe says that it has closed.
      await company.books.paid(invoice.invoice_id, 1_000);
      const third = await company.checkoutOf(invoice.invoice_id);
      assert.notEqual(third.session.id, second.session.id);
      const late = [...stripe.reportsOf(session), ...stripe.reportsOf(second.session)];
      assert.deepEqual(await company.deliver(...late), ['applied', 'applied']);
      assert.equal((await read(third.checkout)).status, 'open');
    });

    it('waits for a payment that takes days: as long as it takes, nothing else can be paid', async () => {
      const { invoice, checkout, session } = await company.checkout();
      const { invoice_id } = invoice;
      await company.deliver(stripe.beginDelayed(session));
      const processing = await read(checkout);
      assert.deepEqual([processing.status, processing.expires_at], ['processing', null]);
      service.clock.advance(30 * HOUR_MS);
      const again = await company.api.post(`/v1/invoices/${invoice_id}/checkout`);
      assert.deepEqual([again.status, again.body], [200, processing]);
      // Also if something else was paid meanwhile.
      const by_hand = await company.books.paid(invoice_id, 4_000);
      const other = await company.api.post(`/v1/invoices/${invoice_id}/checkout`);
      assert.deepEqual([other.status, other.body], [200, processing]);
      await company.books.refunded(invoice_id, 4_000, {
        payment_id: by_hand.payments[0].payment_id,
      });
      await assert.rejects(
        service.owner.query(
          `insert into checkouts select (jsonb_populate_record(c, jsonb_build_object(
             'checkout_id', gen_random_uuid(), 'status', 'preparing', 'amount', 1))).*
           from checkouts c where session_id = $1`,
          [session.id],
        ),
        /being processed/,
      );

      await company.deliver(stripe.endDelayed(session, true));
      assert.equal((await read(checkout)).status, 'paid');
      const { status, payments } = await company.books.read(invoice_id);
      assert.deepEqual([status, payments.at(-1).method], ['paid', 'transfer']);
    });

    it('is processing even if we had ended it: the customer was faster', async () => {
      const { invoice, checkout, session } = await company.checkout();
      const completed = stripe.beginDelayed(session);
      await company.books.paid(invoice.invoice_id, 4_000);
      // Stripe does not close it any more, and says why.
      await eventually(async () => (await read(checkout)).status === 'processing');
      const again = await company.api.post(`/v1/invoices/${invoice.invoice_id}/checkout`);
      assert.equal(again.body.checkout_id, checkout.checkout_id);
      const failed = stripe.endDelayed(session, false);
      await company.deliver(failed, completed);
      const { status, failure_code, failure } = await read(checkout);
      assert.deepEqual(
        [status, failure_code, failure],
        ['failed', 'payment_failed', 'The payment was refused.'],
      );
      const next = await company.checkoutOf(invoice.invoice_id);
      assert.equal(next.checkout.amount, 6_000);
    });

    it('ends another one that was opened while its payment was not known yet', async () => {
      const { invoice, session } = await company.checkout();
      const completed = stripe.beginDelayed(session);
      service.clock.advance(25 * HOUR_MS);
      const second = await company.checkoutOf(invoice.invoice_id);
      assert.notEqual(second.session.id, session.id);
      await company.deliver(completed);
      assert.equal((await read(second.checkout)).status, 'expired');
      await eventually(() => second.session.status === 'expired');
      const again = await company.api.post(`/v1/invoices/${invoice.invoice_id}/checkout`);
      assert.equal(again.body.status, 'processing');
    });

    it('is processing even if the same customer pays two of them', async () => {
      const first = await company.checkout();
      service.clock.advance(23 * HOUR_MS);
      const begun = stripe.beginDelayed(first.session);
      service.clock.advance(2 * HOUR_MS);
      const second = await company.checkoutOf(first.invoice.invoice_id);
      const events = [begun, stripe.beginDelayed(second.session)];
      await company.deliver(...events);
      for (const { checkout } of [first, second]) {
        assert.equal((await read(checkout)).status, 'processing');
      }
      const ends = [first, second].map(({ session }) => stripe.endDelayed(session, true));
      await company.deliver(...ends);
      const paid = await company.payments(`invoice_id=${first.invoice.invoice_id}`);
      assert.deepEqual(
        paid.map(({ status }: { status: string }) => status),
        ['unmatched', 'recorded'],
      );
    });

    it('is of the provider that is active, and those of another one end', async () => {
      stripe.accounts.set('sk_test_ofAnotherAccount', 'acct_2');
      const path = `/v1/payment-providers/${company.provider.payment_provider_id}`;
      const first = await company.checkout();
      const { invoice_id } = first.invoice;
      await company.api.patch(path, { secret_key: 'sk_test_ofAnotherAccount' });
      assert.equal((await read(first.checkout)).status, 'expired');
      // Closed with the key that it was opened with: the new one does not know it.
      await eventually(() => first.session.status === 'expired');
      const second = await company.checkoutOf(invoice_id);
      await company.api.patch(path, { status: 'disabled' });
      await eventually(() => second.session.status === 'expired');
      const refused = await company.api.post(`/v1/invoices/${invoice_id}/checkout`);
      assert.equal(refused.body.code, 'payment_provider_missing');
      const provider = await connect(company);
      const third = await company.checkoutOf(invoice_id);
      assert.notEqual(third.session.id, second.session.id);
      const { rows } = await service.owner.query(
        'select payment_provider_id as id from checkouts where session_id = $1',
        [third.session.id],
      );
      assert.equal(rows[0].id, uuidFrom('payment_provider', provider.payment_provider_id));
    });

    const read = async ({ checkout_id }: { checkout_id: string }) =>
      (await company.api.get(`/v1/checkouts/${checkout_id}`)).body;
  });
});
