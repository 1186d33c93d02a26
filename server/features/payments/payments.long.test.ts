import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { Paying } from '../../testing/paying.ts';
import { type StripeEvent, StripeStand } from '../../testing/stripe-stand.ts';

const INVOICES = 40;
const DELIVERIES = 1_000;
const AT_ONCE = 24;
/** After so many deliveries. */
const CUTS = [200, 400, 600, 800];

/**
 * Every invoice is paid online, some are paid by hand at the same time, some are refunded once or twice. All events are
 * doubled, shuffled and sent in parallel, also while the connections are cut: then Stripe sends them again.
 */
describe('events of a payment provider, replayed, reordered and doubled', () => {
  const service = sharedService({ hasWorker: true });
  const stripe = shared(() => StripeStand.start(() => service.clock.now()));
  const company = shared(() => Paying.open(service, stripe));

  it('settle every invoice once, and the ledger is what Stripe has', {
    timeout: 55_000,
  }, async () => {
    const events: StripeEvent[] = [];
    const invoices: { invoiceId: string; intent: string }[] = [];
    const opened = await Promise.all(Array.from({ length: INVOICES }, () => company.checkout()));
    for (const [at, { invoice, session }] of opened.entries()) {
      events.push(stripe.pay(session), stripe.event('checkout.session.expired', session));
      const intent = session.payment_intent ?? '';
      if (at % 3 > 0) events.push(...stripe.refund(intent, 1_000 + at));
      if (at % 3 > 1) events.push(...stripe.refund(intent, 2_000));
      invoices.push({ invoiceId: invoice.invoice_id, intent });
    }
    const planned = Array.from({ length: DELIVERIES }, (_, at) => {
      // Each at least once, then any of them again.
      const event = events[at] ?? events[Math.floor(Math.random() * events.length)];
      assert(event);
      return event;
    });
    const waiting = shuffled(planned);
    const byHand = invoices.slice(0, 10);
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
    }[] = await company.payments('provider=stripe');
    assert.equal(payments.length, INVOICES, 'each payment is there once');
    let sum = 0;
    for (const { invoiceId, intent } of invoices) {
      const { payments: entries, paid, total } = await company.books.read(invoiceId);
      const own = entries.filter(({ provider }: { provider: string }) => provider === 'stripe');
      const inLedger = own.reduce((all: number, { amount }: { amount: number }) => all + amount, 0);
      const charge = stripe.charges.get(intent);
      const payment = payments.find(({ provider_payment_id }) => provider_payment_id === intent);
      assert(charge && payment && paid <= total);
      assert.equal(payment.refunded, charge.refunded);
      const isRecorded = payment.status === 'recorded';
      assert.equal(
        own.filter(({ amount }: { amount: number }) => amount > 0).length,
        isRecorded ? 1 : 0,
      );
      assert.equal(inLedger, isRecorded ? charge.amount - charge.refunded : 0);
      // What is not in the ledger is known as unmatched.
      sum += isRecorded ? inLedger : payment.amount - payment.refunded;
    }
    const atStripe = [...stripe.charges.values()].reduce(
      (all, { amount, refunded }) => all + amount - refunded,
      0,
    );
    assert.equal(sum, atStripe);
    const { rows } = await service.owner.query(
      'select count(*)::integer as stored from provider_events',
    );
    assert.equal(rows[0].stored, events.length);
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
});

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
