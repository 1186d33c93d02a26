import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startAnotherApp } from '../../testing/another-app.ts';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import { inOneMoment } from '../../testing/in-one-moment.ts';
import { Paying } from '../../testing/paying.ts';
import { sampled } from '../../testing/sized.ts';
import { type StripeDispute, type StripeEvent, StripeStand } from '../../testing/stripe-stand.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

const MINUTE_MS = 60_000;

describe('what a payment provider reports', () => {
  const service = sharedService({ hasWorker: true });
  const stripe = shared(() => StripeStand.start(() => service.clock.now()));
  const company = fresh(() => Paying.open(service, stripe));
  const paidIntent = (session: { payment_intent: string | null }) => session.payment_intent ?? '';

  it('is refused without a good signature, and then nothing is stored', async () => {
    const { session, invoice } = await company.checkout();
    const event = stripe.pay(session);
    const url = company.provider.webhook_url;
    const other = await Paying.open(service, stripe);
    const now = service.clock.now().getTime();
    const wrong = [
      { secret: 'whsec_another' },
      { at: new Date(now - 6 * MINUTE_MS) },
      { headers: { 'stripe-signature': 'nonsense' } },
      { headers: { 'stripe-signature': '' } },
    ];
    for (const options of wrong) {
      const { status, body } = await stripe.deliver(url, event, options);
      assert.deepEqual([status, body.code], [400, 'webhook_not_verified'], JSON.stringify(options));
    }
    await other.api.patch(`/v1/payment-providers/${other.provider.payment_provider_id}`, {
      webhook_secret: 'whsec_ofTheOther',
    });
    const elsewhere = await stripe.deliver(other.provider.webhook_url, event);
    assert.equal(elsewhere.status, 400);
    const unknown = await stripe.deliver(url.replace(/.$/, url.endsWith('0') ? '1' : '0'), event);
    assert.equal(unknown.status, 404);
    assert.equal((await stripe.deliver(`${service.url}/p/x`, event)).status, 404);
    const large = JSON.stringify({ ...event, padding: 'x'.repeat(600_000) });
    assert.equal((await stripe.deliver(url, large)).status, 413);
    const { rows } = await service.owner.query(
      'select count(*)::integer as events from provider_events where organization_id = any($1)',
      [[company, other].map(({ books }) => uuidFrom('organization', books.organizationId))],
    );
    assert.equal(rows[0].events, 0);
    assert.equal((await company.books.read(invoice.invoice_id)).status, 'sent');
    // As old as it may be.
    const late = { at: new Date(now - 4 * MINUTE_MS) };
    assert.equal((await stripe.deliver(url, event, late)).status, 200);
  });

  it('settles nothing in another organization, even if both share an account', async () => {
    const { session, invoice } = await company.checkout();
    const other = await Paying.open(service, stripe);
    const event = stripe.pay(session);
    assert.deepEqual(await other.deliver(event), ['ignored']);
    assert.deepEqual(await other.payments(), []);
    assert.deepEqual(await company.deliver(event), ['applied']);
    assert.equal((await company.books.read(invoice.invoice_id)).status, 'paid');
  });

  it('is ignored if it is about something else, and never fails for its form', async () => {
    const objects = [
      null,
      {},
      { metadata: {} },
      { payment_intent: 7 },
      { amount: -1, currency: 'usd' },
    ];
    const types = [
      'customer.created',
      'checkout.session.completed',
      'refund.created',
      'charge.refunded',
      'charge.dispute.created',
      'charge.dispute.closed',
    ];
    const pairs = types.flatMap((type) => objects.map((object) => ({ type, object })));
    for (const { type, object } of sampled(pairs, 12, 'reports about something else')) {
      const event = { ...stripe.event(type, {}), data: { object } };
      const seen = await company.deliver(event as never);
      assert.deepEqual(seen, ['ignored'], `${type} ${JSON.stringify(object)}`);
    }
    const broken = await stripe.deliver(company.provider.webhook_url, '{"id": ');
    assert.deepEqual([broken.status, broken.body.code], [400, 'malformed_json']);
    const empty = await stripe.deliver(company.provider.webhook_url, '{}');
    assert.equal(empty.status, 400);
  });

  it('is never lost: what does not fit is unmatched, and a person gets one task', async () => {
    const cases = [
      ['other_amount', {}, { amount_total: 9_999 }],
      ['other_currency', {}, { currency: 'eur' }],
    ] as const;
    for (const [reason, fields, changes] of cases) {
      const { session, invoice } = await company.checkout(fields);
      const event = stripe.pay(session, changes);
      await company.deliver(event, { ...event, id: `${event.id}_again` });
      const [payment] = await company.payments(`invoice_id=${invoice.invoice_id}`);
      assert.deepEqual([payment.status, payment.unmatched_reason], ['unmatched', reason]);
      assert.equal((await company.books.read(invoice.invoice_id)).status, 'sent');
    }
    // Paid by hand, or voided, while the customer was on the page.
    const late = await company.checkout();
    await company.books.paid(late.invoice.invoice_id, 10_000);
    await company.deliver(stripe.pay(late.session));
    const partly = await company.checkout();
    await company.books.paid(partly.invoice.invoice_id, 1);
    await company.deliver(stripe.pay(partly.session));
    const voided = await company.checkout();
    await company.books.void(voided.invoice.invoice_id);
    await company.deliver(stripe.pay(voided.session));

    const unmatched = await company.payments('status=unmatched');
    assert.deepEqual(
      unmatched.map(({ unmatched_reason }: { unmatched_reason: string }) => unmatched_reason),
      ['invoice_void', 'exceeds_balance', 'invoice_paid', 'other_currency', 'other_amount'],
    );
    assert.equal((await company.tasks()).length, 5);
    assert.match(
      (await company.tasks()).join(),
      /took a payment of 99\.99 USD for invoice INV-000001/,
    );
    const types = await company.eventTypes();
    assert.equal(types.filter((type) => type === 'payment.unmatched').length, 5);

    // Refunded at the provider, nothing is left to decide.
    await company.deliver(...stripe.refund(paidIntent(late.session), 10_000));
    const [returned] = await company.payments('status=returned');
    assert.deepEqual([returned.refunded, returned.unmatched_reason], [10_000, 'invoice_paid']);
    assert.equal((await company.books.read(late.invoice.invoice_id)).payments.length, 1);
  });

  it('records refunds once, whichever of its events arrive and in which order', async () => {
    const orders = [[0, 1], [1, 0], [0], [1], [1, 0, 1, 0]].flatMap((order) =>
      [false, true].map((isBefore) => ({ order, isBefore })),
    );
    const chosen = sampled(orders, 4, 'orders of refunds');
    for (const { order, isBefore } of chosen) {
      const { session, invoice } = await company.checkout();
      const paid = stripe.pay(session);
      const refunds = stripe.refund(paidIntent(session), 3_000);
      const reported = order.flatMap((at) => refunds[at] ?? []);
      await company.deliver(...(isBefore ? [...reported, paid] : [paid, ...reported]));
      const shown = await company.books.read(invoice.invoice_id);
      const how = JSON.stringify({ order, isBefore });
      assert.deepEqual([shown.status, shown.paid], ['partially_paid', 7_000], how);
      assert.deepEqual(
        shown.payments.map(({ amount }: { amount: number }) => amount),
        [10_000, -3_000],
        how,
      );
      const [payment] = await company.payments(`invoice_id=${invoice.invoice_id}`);
      assert.equal(payment.refunded, 3_000, how);
    }
    const types = await company.eventTypes();
    for (const type of ['payment.refunded', 'invoice.refunded']) {
      assert.equal(types.filter((one) => one === type).length, chosen.length);
    }
  });

  it('adds up several refunds, and asks a person about one that has failed', async () => {
    const { session, invoice } = await company.checkout();
    await company.deliver(stripe.pay(session));
    const intent = paidIntent(session);
    const [first, firstTotal] = stripe.refund(intent, 1_000);
    const [second, secondTotal] = stripe.refund(intent, 2_000);
    assert(first && firstTotal && second && secondTotal);
    await company.deliver(secondTotal, second, first, firstTotal);
    assert.equal((await company.books.read(invoice.invoice_id)).paid, 7_000);
    await company.deliver(...failedRefund(intent, 500));
    await company.deliver(...failedRefund(intent, 600).toReversed());
    const tasks = await company.tasks();
    assert.equal(tasks.length, 2);
    assert.match(tasks.join(), /could not refund 5\.00 USD/);
    const types = await company.eventTypes();
    assert.equal(types.filter((type) => type === 'payment.refund_failed').length, 2);
  });

  /** Begun, and back a day later. */
  function failedRefund(intent: string, amount: number): StripeEvent[] {
    const begun = stripe.refund(intent, amount, 'pending');
    const id = [...stripe.refunds.keys()].at(-1) ?? '';
    return [...begun.slice(0, 1), ...stripe.endRefund(id, 'failed')];
  }

  it('asks a person about a refund that failed before its payment was reported', async () => {
    const { session, invoice } = await company.checkout();
    const paid = stripe.pay(session);
    const begun = stripe.refund(paidIntent(session), 3_000, 'pending');
    const failed = stripe.endRefund([...stripe.refunds.keys()].at(-1) ?? '', 'failed');
    await company.deliver(...failed, ...begun);
    assert.deepEqual(await company.tasks(), []);
    await company.deliver(paid);
    assert.match((await company.tasks()).join(), /could not refund 30\.00 USD/);
    // As after the payment: what was reported as refunded stays, and the person checks it.
    assert.equal((await company.books.read(invoice.invoice_id)).paid, 7_000);
  });

  it('takes a refund for the one that was recorded by hand, also a partial one, each once', async () => {
    const { session, invoice } = await company.checkout();
    await company.deliver(stripe.pay(session));
    const intent = paidIntent(session);
    const [{ payment_id }] = (await company.books.read(invoice.invoice_id)).payments;
    const paid = async () => (await company.books.read(invoice.invoice_id)).paid;
    await company.books.refunded(invoice.invoice_id, 1_000, { payment_id });
    await company.deliver(...stripe.refund(intent, 1_000));
    assert.equal(await paid(), 9_000);
    assert.deepEqual(await company.tasks(), []);
    // The next one of the same amount is another one.
    await company.deliver(...stripe.refund(intent, 1_000).toReversed());
    assert.equal(await paid(), 8_000);
    // Recorded without saying of which payment: there is only one.
    await company.books.refunded(invoice.invoice_id, 500);
    await company.deliver(...stripe.refund(intent, 500));
    assert.equal(await paid(), 7_500);
  });

  it('asks a person about a refund that may have been recorded by hand, rather than doubling it', async () => {
    const { session, invoice } = await company.checkout();
    await company.deliver(stripe.pay(session));
    const intent = paidIntent(session);
    const [{ payment_id }] = (await company.books.read(invoice.invoice_id)).payments;
    const paid = async () => (await company.books.read(invoice.invoice_id)).paid;
    await company.books.refunded(invoice.invoice_id, 1_000, { payment_id });
    await company.deliver(...stripe.refund(intent, 3_000));
    assert.equal(await paid(), 9_000);
    assert.equal((await company.tasks()).length, 1);
    assert.match((await company.tasks()).join(), /of which 0\.00 USD could be recorded/);
    // It was another one, and the person records it. The one by hand is still to come at Stripe.
    await company.books.refunded(invoice.invoice_id, 3_000, { payment_id });
    await company.deliver(...stripe.refund(intent, 1_000));
    assert.equal(await paid(), 6_000);
    await company.deliver(...stripe.refund(intent, 2_000));
    assert.equal(await paid(), 4_000);
    assert.equal((await company.tasks()).length, 1);
  });

  it('tells of disputes, also of one that arrives before its payment', async () => {
    for (const isBefore of [false, true]) {
      const { session, invoice } = await company.checkout();
      const paid = stripe.pay(session);
      // In the currency of the customer's bank.
      const changes = { amount: 9_300, currency: 'eur' };
      const opened = stripe.dispute(paidIntent(session), 'needs_response', changes);
      const closed = stripe.dispute(opened.dispute, 'lost');
      await company.deliver(
        ...(isBefore ? [closed.event, opened.event, paid] : [paid, opened.event, closed.event]),
      );
      const [payment] = await company.payments(`invoice_id=${invoice.invoice_id}`);
      const shown = { status: 'lost', reason: 'fraudulent', amount: 9_300, currency: 'EUR' };
      assert.deepEqual(payment.dispute, shown);
      assert.equal((await company.books.read(invoice.invoice_id)).status, 'paid');
    }
    const types = await company.eventTypes();
    assert.equal(types.filter((type) => type === 'payment.disputed').length, 2);
    assert.equal(types.filter((type) => type === 'payment.dispute_closed').length, 2);
    const tasks = (await company.tasks()).join();
    assert.match(tasks, /Send your evidence[^,]*: 93\.00 EUR/);
    assert.equal(tasks.match(/the dispute is lost/g)?.length, 2);
  });

  it('follows a dispute from the question of the bank to the appeal, in whatever order it is reported', async () => {
    const steps = [
      'warning_needs_response',
      'warning_under_review',
      'needs_response',
      'under_review',
      'lost',
      'appeal_needs_response',
      'appeal_under_review',
      'won',
    ];
    const tasks = [
      /questioned by the bank/,
      /Send your evidence/,
      /is lost/,
      /is appealed/,
      /is won after all/,
    ];
    for (const isReversed of [false, true]) {
      const { session, invoice } = await company.checkout();
      const paid = stripe.pay(session);
      let of: string | StripeDispute = paidIntent(session);
      const events: StripeEvent[] = [];
      for (const status of steps) {
        service.clock.advance(MINUTE_MS);
        const made = stripe.dispute(of, status);
        of = made.dispute;
        events.push(made.event);
      }
      const before = (await company.tasks()).length;
      await company.deliver(paid, ...(isReversed ? events.toReversed() : events));
      const [payment] = await company.payments(`invoice_id=${invoice.invoice_id}`);
      assert.equal(payment.dispute.status, 'won');
      const added = (await company.tasks()).length - before;
      assert.equal(added, isReversed ? 0 : tasks.length);
    }
    const asked = (await company.tasks()).join();
    for (const text of tasks) assert.match(asked, text);
  });

  it('is a task for a person if the status of a dispute is not known here', async () => {
    const { session, invoice } = await company.checkout();
    const paid = stripe.pay(session);
    const { event } = stripe.dispute(paidIntent(session), 'new_at_stripe');
    assert.deepEqual(await company.deliver(paid, event), ['applied', 'applied']);
    const [payment] = await company.payments(`invoice_id=${invoice.invoice_id}`);
    assert.equal(payment.dispute.status, 'other');
    assert.match((await company.tasks()).join(), /not known here/);
  });

  it('is money of tests or real money, as the provider is', async () => {
    const asLive = (event: StripeEvent) => ({ ...event, livemode: true });
    // The keys were replaced by those for tests while a customer was paying.
    const real = await company.checkout();
    await company.deliver(asLive(stripe.pay(real.session)));
    const [payment] = await company.payments(`invoice_id=${real.invoice.invoice_id}`);
    assert.deepEqual([payment.status, payment.unmatched_reason], ['unmatched', 'other_mode']);
    assert.match((await company.tasks()).join(), /it is real money/);
    assert.equal((await company.books.read(real.invoice.invoice_id)).status, 'sent');

    const test = await company.checkout();
    const second = await company.checkout();
    const path = `/v1/payment-providers/${company.provider.payment_provider_id}`;
    const paidBefore = stripe.pay(test.session);
    const alsoPaid = stripe.pay(second.session);
    stripe.accounts.set('rk_live_keyOfTheTests', 'acct_1');
    await company.api.patch(path, { secret_key: 'rk_live_keyOfTheTests' });
    assert.deepEqual(await company.deliver(paidBefore), ['ignored']);
    assert.equal((await company.books.read(test.invoice.invoice_id)).status, 'sent');
    assert.deepEqual(await company.deliver(asLive(alsoPaid)), ['applied']);
    assert.equal((await company.books.read(second.invoice.invoice_id)).status, 'paid');
  });

  it('is a task on the invoice that it names, if only its checkout is unknown', async () => {
    const unknown = 'checkout_01h455vb4pex5vsknk084sn02q';
    const { session, invoice } = await company.checkout();
    const metadata = { ...session.metadata, checkout_id: unknown };
    await company.deliver(stripe.pay(session, { metadata }));
    const [payment] = await company.payments(`invoice_id=${invoice.invoice_id}`);
    assert.equal(payment.unmatched_reason, 'unknown_checkout');
    assert.match((await company.tasks()).join(), /its checkout is unknown/);
    // Without an invoice there is no lifecycle for a task: it is an event, and in the list.
    const other = await company.checkout();
    const nothing = { ...metadata, invoice_id: 'invoice_01h455vb4pex5vsknk084sn02q' };
    await company.deliver(stripe.pay(other.session, { metadata: nothing }));
    const [listed] = await company.payments('status=unmatched');
    assert.deepEqual([listed.invoice_id, listed.unmatched_reason], [null, 'unknown_checkout']);
    const intent = paidIntent(other.session);
    await company.deliver(stripe.dispute(intent, 'needs_response').event);
    await company.deliver(...failedRefund(intent, 500));
    const types = await company.eventTypes();
    for (const [type, count] of [
      ['payment.unmatched', 2],
      ['payment.disputed', 1],
      ['payment.refund_failed', 1],
    ] as const) {
      assert.equal(types.filter((one) => one === type).length, count, type);
    }
    assert.equal((await company.tasks()).length, 1);
  });

  it('is recorded even if the provider was disabled or the organization suspended meanwhile', async () => {
    const { session, invoice } = await company.checkout();
    const paid = stripe.pay(session);
    const path = `/v1/payment-providers/${company.provider.payment_provider_id}`;
    await company.api.patch(path, { status: 'disabled' });
    const organization = `/v1/organizations/${company.books.organizationId}`;
    assert.equal((await service.operator.post(`${organization}/suspend`)).status, 200);
    await company.deliver(paid);
    await service.operator.post(`${organization}/resume`);
    assert.equal((await company.books.read(invoice.invoice_id)).status, 'paid');
  });

  it('is not kept out by a flood of posts without a signature', async () => {
    const app = await startAnotherApp(service, { trustProxy: 1 });
    try {
      const { session, invoice } = await company.checkout();
      const url = company.provider.webhook_url.replace(service.url, app.url);
      const from = (address: string, more = {}) => ({
        headers: { 'x-forwarded-for': address, ...more },
      });
      const post = async (at: number) => {
        const unsigned = from('203.0.113.7', at % 2 ? { 'stripe-signature': 'nonsense' } : {});
        return (await stripe.deliver(url, {}, { ...unsigned, secret: 'whsec_wrong' })).status;
      };
      await inOneMoment(async () => {
        const statuses = await Promise.all(Array.from({ length: 100 }, (_, at) => post(at)));
        assert.deepEqual(statuses, Array(100).fill(400));
        assert.deepEqual([await post(0), await post(1)], [429, 429]);
        const sent = await stripe.deliver(url, stripe.pay(session), from('203.0.113.8'));
        assert.equal(sent.status, 200);
      });
      assert.equal((await company.books.read(invoice.invoice_id)).status, 'paid');
    } finally {
      await app.stop();
    }
  });
});

describe('listPayments', () => {
  const service = sharedService({ hasWorker: true });
  const stripe = shared(() => StripeStand.start(() => service.clock.now()));
  const company = fresh(() => Paying.open(service, stripe));

  it('shows payments of people and of the provider as one list, page by page', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 2; at += 1) {
      const { session, invoice } = await company.checkout();
      await company.deliver(stripe.pay(session, at === 1 ? { amount_total: 1 } : {}));
      const byHand = await company.books.sent();
      await company.books.paid(byHand.invoice_id, 500);
      ids.push(invoice.invoice_id, byHand.invoice_id);
    }
    const all = await company.payments();
    const of = (list: { invoice_id: string }[]) => list.map(({ invoice_id }) => invoice_id);
    assert.deepEqual(of(all), ids.toReversed());
    const pages: { invoice_id: string }[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await company.api.get(`/v1/payments?limit=3${cursor}`);
      pages.push(...body.data);
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    assert.deepEqual(pages, all);
    assert.equal((await company.payments('provider=manual')).length, 2);
    assert.equal((await company.payments('provider=stripe')).length, 2);
    assert.equal((await company.payments('provider=stripe&status=recorded')).length, 1);
    const { customer_id } = company.books.job;
    assert.equal((await company.payments(`customer_id=${customer_id}`)).length, 4);
    assert.equal(
      (await company.payments(`customer_id=${customer_id}&invoice_id=${ids[2]}`)).length,
      1,
    );
    const unknown = 'customer_01h455vb4pex5vsknk084sn02q';
    assert.equal((await company.payments(`customer_id=${unknown}`)).length, 0);
    const { status } = await company.api.get('/v1/payments?status=lost');
    assert.equal(status, 422);
  });
});
