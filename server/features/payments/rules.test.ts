import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CHECKOUT_STATUSES, laterStatus, usableCheckout } from './checkout.ts';
import {
  compareByHand,
  type Disputes,
  type KnownDispute,
  mergeDispute,
  mergeRefund,
  mergeReportedTotal,
  newsOfDispute,
  type Refunds,
  refundedTotal,
  shownDispute,
} from './payment-state.ts';
import { DISPUTE_STAGES, DISPUTE_STATUSES, REFUND_STATUSES } from './provider.ts';
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

  const step = fc.record(
    {
      amount: fc.constantFrom(1, 2),
      currency: fc.constantFrom('USD', 'EUR'),
      reason: fc.constantFrom('general', 'fraudulent'),
      status: fc.constantFrom(...DISPUTE_STATUSES),
      stage: fc.constantFrom(...DISPUTE_STAGES),
      at: fc.integer({ min: 0, max: 3 }),
    },
    { noNullPrototype: true },
  );
  const mergeAll = (steps: readonly KnownDispute[]) =>
    steps.reduce<Disputes>((known, one) => mergeDispute(known, 'd', one), {});

  it('is the newest report of a dispute, in whatever order and how often they arrive', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        (steps, more) => {
          const shuffled = [...steps, ...steps]
            .map((one) => ({ one, at: more.next().value as number }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ one }) => one);
          const { d: known } = mergeAll(shuffled);
          assert.deepEqual(known, mergeAll(steps).d);
          assert.equal(known?.at, Math.max(...steps.map(({ at }) => at)));
        },
      ),
    );
  });

  it('follows a dispute from the question of the bank to the appeal, step by step or not', () => {
    const path = [
      ['inquiry', 'needs_response'],
      ['inquiry', 'closed'],
      ['dispute', 'needs_response'],
      ['dispute', 'under_review'],
      ['dispute', 'lost'],
      ['appeal', 'needs_response'],
      ['appeal', 'under_review'],
      ['dispute', 'won'],
    ] as const;
    const about = { amount: 1, currency: 'USD', reason: 'general' };
    const steps = path.map(([stage, status], at) => ({ ...about, stage, status, at }));
    const news = steps.map((one, at) => newsOfDispute(steps[at - 1], one));
    assert.deepEqual(
      news.map(({ task }) => task),
      ['inquiry', null, 'opened', null, 'lost', 'appeal', null, 'won_after_all'],
    );
    assert.deepEqual(
      news.map(({ isOpened }) => isOpened),
      [true, false, true, false, false, true, false, false],
    );
    assert.deepEqual(
      news.map(({ isEnded }) => isEnded),
      [false, true, false, false, true, false, false, true],
    );
    // Whatever is skipped, the last state says what to do.
    fc.assert(
      fc.property(fc.subarray(steps, { minLength: 1 }), (some) => {
        const last = some.at(-1);
        assert.deepEqual(mergeAll(some.toReversed()).d, last);
        const { task } = newsOfDispute(some.at(-2), last as KnownDispute);
        assert.equal(
          last?.status === 'needs_response',
          ['inquiry', 'opened', 'appeal'].includes(task ?? ''),
        );
      }),
    );
  });

  it('takes what was stored of a dispute before its time was', () => {
    const stored = { amount: 5, reason: 'general', status: 'under_review' } as KnownDispute;
    const reported = {
      ...stored,
      currency: 'EUR',
      stage: 'dispute',
      status: 'won',
      at: 7,
    } as const;
    assert.equal(shownDispute({ d: stored }, 'USD')?.currency, 'USD');
    assert.equal(mergeDispute({ d: stored }, 'd', reported).d, reported);
    assert.equal(newsOfDispute(stored, reported).isEnded, true);
  });

  it('is paid, whatever else is reported of the checkout', () => {
    const checkout = fc.constantFrom(...CHECKOUT_STATUSES);
    fc.assert(
      fc.property(fc.array(checkout), (statuses) => {
        const last = statuses.reduce(laterStatus, 'preparing' as const);
        return !statuses.includes('paid') || last === 'paid';
      }),
    );
    // We ended the page, and the customer was faster.
    assert.equal(laterStatus('expired', 'processing'), 'processing');
  });

  it('finds a refund of the provider among those recorded by hand, each once', () => {
    assert.equal(compareByHand(500, [], []), 'new');
    assert.equal(compareByHand(500, [500], []), 'recorded');
    assert.equal(compareByHand(500, [500], [500]), 'new');
    assert.equal(compareByHand(500, [500, 500], [500]), 'recorded');
    assert.equal(compareByHand(500, [300], []), 'maybe');
    assert.equal(compareByHand(500, [300, 500], [300]), 'recorded');
    // A person recorded what was asked for.
    assert.equal(compareByHand(300, [300, 800], [800]), 'recorded');
    assert.equal(compareByHand(300, [800], [800]), 'new');
    const amounts = fc.array(fc.constantFrom(100, 200, 300), { maxLength: 6 });
    fc.assert(
      fc.property(amounts, amounts, (byHand, reported) => {
        const unrecorded: number[] = [];
        for (const amount of reported) {
          if (compareByHand(amount, byHand, unrecorded) !== 'new') unrecorded.push(amount);
        }
        const count = (list: number[], size: number) => list.filter((one) => one === size).length;
        // What was recorded by hand is never recorded again by the service.
        for (const size of [100, 200, 300]) {
          const again = count(reported, size) - count(unrecorded, size);
          assert(again <= Math.max(0, count(reported, size) - count(byHand, size)));
        }
      }),
    );
  });

  it('has one checkout for an invoice while a payment is being processed', () => {
    const now = new Date(1_000);
    const row = { payment_provider_id: 'p', amount: 60, status: 'open', expires_at: null } as const;
    const asked = { balance: 60, paymentProviderId: 'p', now };
    const processing = {
      ...row,
      amount: 100,
      status: 'processing',
      expires_at: new Date(1),
    } as const;
    assert.equal(usableCheckout([row, processing], asked), processing);
    assert.equal(usableCheckout([row], asked), row);
    assert.equal(usableCheckout([{ ...row, amount: 59 }], asked), null);
    assert.equal(usableCheckout([{ ...row, payment_provider_id: 'q' }], asked), null);
    assert.equal(usableCheckout([{ ...row, expires_at: now }], asked), null);
    assert.equal(usableCheckout([row], { ...asked, paymentProviderId: null }), null);
  });
});
