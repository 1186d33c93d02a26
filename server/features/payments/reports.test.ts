import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fresh, shared, sharedService } from '../../testing/fixtures.ts';
import { Paying } from '../../testing/paying.ts';
import { StripeStand } from '../../testing/stripe-stand.ts';

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
      'select count(*)::integer as events from provider_events',
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
    const [{ payment_id }] = await company.payments();
    assert.equal((await other.api.get(`/v1/payments/${payment_id}`)).status, 404);
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
    ];
    for (const type of [...types, 'charge.dispute.created', 'charge.dispute.closed']) {
      for (const object of objects) {
        const event = { ...stripe.event(type, {}), data: { object } };
        assert.deepEqual(await company.deliver(event as never), ['ignored'], type);
      }
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
    const orders = [[0, 1], [1, 0], [0], [1], [1, 0, 1, 0]];
    for (const order of orders) {
      for (const isBefore of [false, true]) {
        const { session, invoice } = await company.checkout();
        const paid = stripe.pay(session);
        const refunds = stripe.refund(paidIntent(session), 3_000);
        const chosen = order.flatMap((at) => refunds[at] ?? []);
        if (!isBefore) await company.deliver(paid);
        await company.deliver(...chosen);
        if (isBefore) await company.deliver(paid);
        const shown = await company.books.read(invoice.invoice_id);
        assert.deepEqual([shown.status, shown.paid], ['partially_paid', 7_000]);
        assert.deepEqual(
          shown.payments.map(({ amount }: { amount: number }) => amount),
          [10_000, -3_000],
        );
        const [payment] = await company.payments(`invoice_id=${invoice.invoice_id}`);
        assert.equal(payment.refunded, 3_000);
      }
    }
    const types = await company.eventTypes();
    for (const type of ['payment.refunded', 'invoice.refunded']) {
      assert.equal(types.filter((one) => one === type).length, orders.length * 2);
    }
  });

  it('adds up several refunds, and asks a person about what was already recorded by hand', async () => {
    const { session, invoice } = await company.checkout();
    await company.deliver(stripe.pay(session));
    const intent = paidIntent(session);
    const [first, firstTotal] = stripe.refund(intent, 1_000);
    const [second, secondTotal] = stripe.refund(intent, 2_000);
    assert(first && firstTotal && second && secondTotal);
    await company.deliver(secondTotal, second, first, firstTotal);
    assert.equal((await company.books.read(invoice.invoice_id)).paid, 7_000);
    const { payments } = await company.books.read(invoice.invoice_id);
    await company.books.refunded(invoice.invoice_id, 7_000, { payment_id: payments[0].payment_id });
    await company.deliver(...stripe.refund(intent, 7_000));
    assert.equal((await company.books.read(invoice.invoice_id)).paid, 0);
    assert.deepEqual((await company.tasks()).length, 1);
    assert.match((await company.tasks()).join(), /of which 0\.00 USD could be recorded/);
    const failed = { id: 're_failed', amount: 500, currency: 'usd', payment_intent: intent };
    await company.deliver(stripe.event('refund.failed', { ...failed, status: 'failed' }));
    assert.match((await company.tasks()).join(), /could not refund 5\.00 USD/);
  });

  it('tells of disputes, also of one that arrives before its payment', async () => {
    for (const isBefore of [false, true]) {
      const { session, invoice } = await company.checkout();
      const paid = stripe.pay(session);
      const dispute = (status: string) => ({
        id: `dp_${session.id}`,
        amount: 10_000,
        currency: 'usd',
        reason: 'fraudulent',
        status,
        payment_intent: paidIntent(session),
      });
      const opened = stripe.event('charge.dispute.created', dispute('needs_response'));
      const closed = stripe.event('charge.dispute.closed', dispute('lost'));
      await company.deliver(...(isBefore ? [closed, opened, paid] : [paid, opened, closed]));
      const [payment] = await company.payments(`invoice_id=${invoice.invoice_id}`);
      assert.deepEqual(payment.dispute, { status: 'lost', reason: 'fraudulent', amount: 10_000 });
      assert.equal((await company.books.read(invoice.invoice_id)).status, 'paid');
    }
    const types = await company.eventTypes();
    assert.equal(types.filter((type) => type === 'payment.disputed').length, 2);
    assert.equal(types.filter((type) => type === 'payment.dispute_closed').length, 2);
    const tasks = (await company.tasks()).join();
    assert.match(tasks, /Send your evidence/);
    assert.equal(tasks.match(/the dispute is lost/g)?.length, 2);
  });

  it('is recorded even if the provider was disabled or the organization suspended meanwhile', async () => {
    const { session, invoice } = await company.checkout();
    const path = `/v1/payment-providers/${company.provider.payment_provider_id}`;
    await company.api.patch(path, { status: 'disabled' });
    const organization = `/v1/organizations/${company.books.organizationId}`;
    assert.equal((await service.operator.post(`${organization}/suspend`)).status, 200);
    await company.deliver(stripe.pay(session));
    await service.operator.post(`${organization}/resume`);
    assert.equal((await company.books.read(invoice.invoice_id)).status, 'paid');
  });

  it('shows customers who come back a page in the language of the company', async () => {
    await company.api.patch('/v1/organization', { language: 'de' });
    const done = await fetch(`${company.provider.webhook_url}?payment=done`);
    assert.equal(done.status, 200);
    assert.match(done.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const text = await done.text();
    assert.match(text, /<html lang="de">[\s\S]*Vielen Dank/);
    assert.match(text, /Alder Heating &amp; Air/);
    const canceled = await fetch(`${company.provider.webhook_url}?payment=canceled`);
    assert.match(await canceled.text(), /nichts bezahlt/);
  });
});

describe('listPayments', () => {
  const service = sharedService({ hasWorker: true });
  const stripe = shared(() => StripeStand.start(() => service.clock.now()));
  const company = fresh(() => Paying.open(service, stripe));

  it('shows payments of people and of the provider as one list, page by page', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) {
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
      const { body } = await company.api.get(`/v1/payments?limit=2${cursor}`);
      pages.push(...body.data);
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    assert.deepEqual(pages, all);
    assert.equal((await company.payments('provider=manual')).length, 3);
    assert.equal((await company.payments('provider=stripe')).length, 3);
    assert.equal((await company.payments('provider=stripe&status=recorded')).length, 2);
    const { customer_id } = company.books.job;
    assert.equal((await company.payments(`customer_id=${customer_id}`)).length, 6);
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
