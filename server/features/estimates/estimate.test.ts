import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_AMOUNT } from '../../domain/money.ts';
import { chosenLines, depositOf, lowestTotal, statusOn, totalsOf } from './estimate.ts';
import type { EstimateLine } from './schemas.ts';

const lineOf = (amount: number, optional: boolean, tax = 0): EstimateLine => ({
  ...{ price_item: null, kind: null, description: 'x', quantity: 1, unit: null },
  ...{ unit_amount: amount, tax_rate: 0, optional, amount, tax },
});
const amounts = fc.integer({ min: -1_000_000, max: 1_000_000 });
const lines = fc.array(
  fc.tuple(amounts, fc.boolean(), amounts).map(([amount, optional, tax]) =>
    // A tax has the sign of its amount.
    lineOf(amount, optional, Math.sign(amount) * Math.abs(tax % 100)),
  ),
  { minLength: 1, maxLength: 8 },
);

describe('the rules of estimates', () => {
  it('no choice of optional lines comes to less than the lowest total', () => {
    fc.assert(
      fc.property(lines, fc.array(fc.nat(7)), (all, chosen) => {
        const lowest = lowestTotal(all);
        assert(lowest !== null);
        assert(totalsOf(chosenLines({ lines: all }, chosen)).total >= lowest);
      }),
    );
    assert.equal(lowestTotal([lineOf(MAX_AMOUNT, false), lineOf(1, true)]), null);
    assert.equal(lowestTotal([lineOf(500, false), lineOf(-700, true), lineOf(900, true)]), -200);
  });

  it('a deposit is between nothing and the total, and a half is rounded up', () => {
    fc.assert(
      fc.property(fc.nat(MAX_AMOUNT), fc.integer({ min: 1, max: 100 }), (total, percent) => {
        const deposit = depositOf({ percent }, total);
        assert(deposit >= 0 && deposit <= total);
        assert(Math.abs(deposit - (total * percent) / 100) <= 0.5 + total * Number.EPSILON);
      }),
    );
    assert.deepEqual(
      [depositOf({ percent: 50 }, 101), depositOf({ amount: 70 }, 100), depositOf(null, 100)],
      [51, 70, 0],
    );
    assert.equal(depositOf({ amount: 300 }, 100), 100);
  });

  it('only what can still be accepted expires, after its last day', () => {
    const expires_on = '2027-03-31';
    for (const status of ['sent', 'viewed'] as const) {
      assert.equal(statusOn({ status, expires_on }, '2027-03-31'), status);
      assert.equal(statusOn({ status, expires_on }, '2027-04-01'), 'expired');
    }
    for (const status of ['draft', 'accepted', 'declined', 'superseded'] as const)
      assert.equal(statusOn({ status, expires_on }, '2028-01-01'), status);
  });
});
