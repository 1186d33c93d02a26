import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { Paying } from '../../testing/paying.ts';
import { randomFor } from '../../testing/seed.ts';
import { sized } from '../../testing/sized.ts';
import { type StripeDispute, type StripeEvent, StripeStand } from '../../testing/stripe-stand.ts';

const INVOICES = 40;
const DELIVERIES = sized({ long: 400, nightly: 1_000 });
const AT_ONCE = 24;
/** After so many deliveries. */
const CUTS = [0.2, 0.4, 0.6, 0.8].map((share) => share * DELIVERIES);
const HOUR_MS = 3_600_000;

interface Paid {
  invoiceId: string;
  intent: string;
}

/**
 * Every invoice is paid online: by card or in a way that takes days, some on two pages, some with another amount, some by hand
 * at the same time. Payments are refunded, refunds are pending or fail, and payments are disputed. All events are doubled, also
 * with other ids, shuffled and sent in parallel, also while the connections are cut: then Stripe sends them again.
 */
describe('events of a payment provider, replayed, reordered and doubled', () => {
  const service = sharedService({ hasWorker: true });
  const stripe = shared(() => StripeStand.start(() => service.clock.now()));
  const company = shared(() => Paying.open(service, stripe));
  const random = randomFor('events of a payment provider');

  it('settle every invoice once, and the ledger is what Stripe has', {
    timeout: 300_000,
  }, async () => {
    const events: StripeEvent[] = [];
    const paid: Paid[] = [];
    const disputed = new Map<string, string>();
    const failed = new Map<string, number>();
    const open = (count: number) =>
      Promise.all(Array.from({ length: count }, () => company.checkout()));
    // The pages of the first close, and some of their customers have begun to pay before.
    const first = await open(5);
    const begun = first.slice(0, 3).map(({ session }) => stripe.beginDelayed(session));
    service.clock.advance(25 * HOUR_MS);
    events.push(...begun, ...first.flatMap(({ session }) => stripe.reportsOf(session)));
    for (const { invoice, session } of first.slice(0, 3)) {
      events.push(stripe.endDelayed(session, true));
      paid.push({ invoiceId: invoice.invoice_id, intent: session.payment_intent ?? '' });
    }
    const second = first.map(async ({ invoice }) => ({
      invoice,
      ...(await company.checkoutOf(invoice.invoice_id)),
    }));
    const pages = [...(await Promise.all(second)), ...(await open(INVOICES - first.length))];
    for (const [at, { invoice, session: current }] of pages.entries()) {
      if (at % 4 === 1) {
        events.push(stripe.beginDelayed(current), stripe.endDelayed(current, at % 8 !== 1));
        if (current.payment_status === 'unpaid') continue;
      } else {
        events.push(stripe.pay(current, at % 9 === 8 ? { amount_total: 9_000 } : {}));
      }
      const intent = current.payment_intent ?? '';
      paid.push({ invoiceId: invoice.invoice_id, intent });
      if (at % 3 > 0) events.push(...stripe.refund(intent, 1_000 + at));
      if (at % 3 > 1) events.push(...stripe.refund(intent, 2_000));
      if (at % 5 === 3) {
        const [created] = stripe.refund(intent, 500, 'pending');
        const status = at % 2 ? 'failed' : 'succeeded';
        const id = [...stripe.refunds.keys()].at(-1) ?? '';
        assert(created);
        events.push(created, ...stripe.endRefund(id, status));
        if (status === 'failed') failed.set(intent, 500);
      }
      if (at % 6 === 2) {
        const status = at % 12 === 2 ? 'won' : 'lost';
        let of: string | StripeDispute = intent;
        for (const step of ['warning_needs_response', 'needs_response', 'under_review', status]) {
          service.clock.advance(1_000);
          const made = stripe.dispute(of, step);
          of = made.dispute;
          events.push(made.event);
        }
        disputed.set(intent, status);
      }
    }
    // The same payments with other event ids, as from a second endpoint.
    const doubles = events
      .filter(() => random.chance(0.2))
      .map((event) => ({ ...event, id: `${event.id}_again` }));
    const all = [...events, ...doubles];
    const planned = Array.from({ length: Math.max(DELIVERIES, all.length) }, (_, at) => {
      // Each at least once, then any of them again.
      const event = all[at] ?? all[random.between(0, all.length - 1)];
      assert(event);
      return event;
    });
    const waiting = shuffled(planned);
    const byHand = paid.slice(10, 20);
    let delivered = 0;
    const sender = async () => {
      for (let event = waiting.pop(); event !== undefined; event = waiting.pop()) {
        await deliverUntilStored(event);
        delivered += 1;
        if (CUTS.includes(delivered)) service.dropConnections();
      }
    };
    await Promise.all([
      ...Array.from({ length: AT_ONCE }, sender),
      // The customer also pays at the door: one of the two fits.
      ...byHand.map(({ invoiceId }) => company.books.pay(invoiceId, 10_000).catch(() => null)),
    ]);

    const payments: {
      amount: number;
      status: string;
      provider_payment_id: string;
      refunded: number;
      dispute: { status: string } | null;
    }[] = await company.payments('provider=stripe');
    assert.equal(payments.length, paid.length, 'each payment is there once');
    let sum = 0;
    for (const { invoiceId, intent } of paid) {
      const invoice = await company.books.read(invoiceId);
      const own = invoice.payments.filter(
        (entry: { provider: string; provider_payment_id: string }) =>
          entry.provider === 'stripe' && entry.provider_payment_id.split(':')[0] === intent,
      );
      const inLedger = own.reduce((before: number, { amount }: Amount) => before + amount, 0);
      const charge = stripe.charges.get(intent);
      const payment = payments.find(({ provider_payment_id }) => provider_payment_id === intent);
      assert(charge && payment && invoice.paid <= invoice.total);
      // A refund that failed is only noted, because its total was not reported.
      assert.equal(payment.refunded, charge.refunded);
      assert.equal(payment.dispute?.status, disputed.get(intent));
      const isRecorded = payment.status === 'recorded';
      assert.equal(own.filter(({ amount }: Amount) => amount > 0).length, isRecorded ? 1 : 0);
      assert.equal(inLedger, isRecorded ? charge.amount - charge.refunded : 0);
      // What is not in the ledger is known as unmatched.
      sum += isRecorded ? inLedger : payment.amount - payment.refunded;
    }
    const atStripe = [...stripe.charges.values()].reduce(
      (before, { amount, refunded }) => before + amount - refunded,
      0,
    );
    assert.equal(sum, atStripe);
    for (const invoiceId of new Set(paid.map((one) => one.invoiceId))) {
      const { payments: entries } = await company.books.read(invoiceId);
      const received = entries.filter(({ amount }: Amount) => amount > 0);
      const fitting = paid.filter((one) => {
        const { amount } = stripe.charges.get(one.intent) ?? {};
        return one.invoiceId === invoiceId && amount === 10_000;
      });
      assert(received.length === 1 || fitting.length === 0, `${invoiceId} is settled once`);
    }
    const tasks = (await company.tasks()).join();
    assert.equal(tasks.match(/could not refund/g)?.length ?? 0, failed.size);
    const { rows } = await service.owner.query(
      'select count(*)::integer as stored from provider_events',
    );
    assert.equal(rows[0].stored, all.length);
  });

  /** Stripe repeats what was not answered. */
  async function deliverUntilStored(event: StripeEvent): Promise<void> {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const sent = await stripe.deliver(company.provider.webhook_url, event).catch(() => null);
      if (sent?.status === 200) return;
      assert(sent === null || sent.status >= 500, `it was refused: ${JSON.stringify(sent)}`);
    }
    assert.fail('it was never stored');
  }

  function shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, at: random.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
});

interface Amount {
  amount: number;
}
