import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CHECKOUT_STATUSES, laterStatus } from './checkout.ts';
import {
  type Disputes,
  mergeDispute,
  mergeRefund,
  mergeReportedTotal,
  type Refunds,
  refundedTotal,
} from './payment-state.ts';
import { DISPUTE_STATUSES, REFUND_STATUSES } from './provider.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';

describe('amounts of Stripe', () => {
  it('are minor units, with the exceptions that Stripe documents', () => {
    assert.equal(toStripeAmount(1_050, 'USD'), 1_050);
    assert.equal(toStripeAmount(500, 'JPY'), 500);
    assert.equal(toStripeAmount(500, 'ISK'), 50_000);
    assert.equal(toStripeAmount(500, 'UGX'), 50_000);
    assert.equal(toStripeAmount(10_000, 'MGA'), 100);
    assert.equal(toStripeAmount(10_001, 'MGA'), null);
    assert.equal(toStripeAmount(5_120, 'KWD'), 5_120);
    assert.equal(toStripeAmount(5_124, 'KWD'), null);
  });

  it('are read as they were written', () => {
    const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'ISK', 'UGX', 'MGA', 'KWD', 'COP');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), currency, (amount, code) => {
        const written = toStripeAmount(amount, code);
        return written === null || fromStripeAmount(written, code.toLowerCase()) === amount;
      }),
    );
  });
});

describe('what is known of a payment', () => {
  const report = fc.oneof(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      status: fc.constantFrom(...REFUND_STATUSES),
    }),
    fc.record({ total: fc.integer({ min: 0, max: 900 }) }),
  );
  const amounts = { a: 100, b: 200, c: 300 } as const;
  const none: Refunds = { refunds: {}, reported_refunded: 0 };
  const merge = (reports: readonly ({ total: number } | { id: string; status: string })[]) =>
    reports.reduce<Refunds>((known, one) => {
      if ('total' in one) return mergeReportedTotal(known, one.total);
      const amount = amounts[one.id as keyof typeof amounts];
      return mergeRefund(known, one.id, { amount, status: one.status as 'pending' });
    }, none);

  it('is the same in whatever order and how often refunds are reported', () => {
    fc.assert(
      fc.property(
        fc.array(report, { maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        (reports, more) => {
          const shuffled = reports
            .flatMap((one) => [one, one])
            .map((one) => ({ one, at: more.next().value as number }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ one }) => one);
          assert.equal(refundedTotal(merge(shuffled)), refundedTotal(merge(reports)));
        },
      ),
    );
  });

  it('keeps the last state of disputes and checkouts', () => {
    const dispute = fc.constantFrom(...DISPUTE_STATUSES);
    fc.assert(
      fc.property(fc.array(dispute, { minLength: 1 }), (statuses) => {
        const all = (order: typeof statuses) =>
          order.reduce<Disputes>(
            (known, status) => mergeDispute(known, 'd', { amount: 1, reason: 'x', status }),
            {},
          );
        assert.deepEqual(all(statuses), all(statuses.toReversed()));
      }),
    );
    const checkout = fc.constantFrom(...CHECKOUT_STATUSES);
    fc.assert(
      fc.property(fc.array(checkout), (statuses) => {
        const last = statuses.reduce(laterStatus, 'preparing' as const);
        return !statuses.includes('paid') || last === 'paid';
      }),
    );
  });
});
