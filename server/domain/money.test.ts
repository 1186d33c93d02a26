import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Charge, MAX_AMOUNT, priceOf, sumsOf, toWholeUnits } from './money.ts';

const charge: fc.Arbitrary<Charge> = fc.record({
  quantity: fc.integer({ min: 1, max: 1_000_000_000 }).map((thousandths) => thousandths / 1_000),
  unit_amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  tax_rate: fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 10_000),
});
const priced = (charges: readonly Charge[]) => charges.map((one) => priceOf(one)!);

/** Whether a whole number is a fraction rounded to nearest, with ties away from 0. */
function isRounded(whole: number, dividend: bigint, divisor: bigint): boolean {
  const twiceOff = 2n * (BigInt(whole) * divisor - dividend);
  const isNearest = twiceOff <= divisor && twiceOff >= -divisor;
  const isTie = twiceOff === divisor || twiceOff === -divisor;
  return isNearest && (!isTie || twiceOff > 0n === dividend > 0n);
}

describe('money', () => {
  it('rounds a line and its tax to whole minor units, halves away from zero', () => {
    const examples: [Charge, amount: number, tax: number][] = [
      [{ quantity: 1, unit_amount: 10_000, tax_rate: 19 }, 10_000, 1_900],
      // 19 % of 0.05 is 0.0095, of 1.01 is 0.1919, of 99.99 is 18.9981.
      [{ quantity: 1, unit_amount: 5, tax_rate: 19 }, 5, 1],
      [{ quantity: 1, unit_amount: 101, tax_rate: 19 }, 101, 19],
      [{ quantity: 1, unit_amount: 9_999, tax_rate: 19 }, 9_999, 1_900],
      // Half a cent: 0.5 × 0.01, and 50 % of 0.01; positive and negative.
      [{ quantity: 0.5, unit_amount: 1, tax_rate: 0 }, 1, 0],
      [{ quantity: 0.5, unit_amount: -1, tax_rate: 0 }, -1, 0],
      [{ quantity: 1, unit_amount: 1, tax_rate: 50 }, 1, 1],
      [{ quantity: 1, unit_amount: -1, tax_rate: 50 }, -1, -1],
      [{ quantity: 0.499, unit_amount: 1, tax_rate: 100 }, 0, 0],
      // In floating point 1.005 × 100 is 100.49999999999999, and 8.125 % of 1.00 is exact.
      [{ quantity: 1.005, unit_amount: 100, tax_rate: 8.125 }, 101, 8],
      // In floating point 0.07 × 100 is 7.000000000000001, and 1.1 × 1.1 is 1.2100000000000002.
      [{ quantity: 0.07, unit_amount: 100, tax_rate: 7 }, 7, 0],
      [{ quantity: 1.1, unit_amount: 110, tax_rate: 0.0001 }, 121, 0],
      [{ quantity: 1_000_000, unit_amount: 1_000_000_000, tax_rate: 100 }, 1e15, 1e15],
    ];
    for (const [one, amount, tax] of examples) {
      assert.deepEqual(priceOf(one), { amount, tax }, JSON.stringify(one));
    }
  });

  it('is never off by more than half a minor unit, and has no floating-point errors', () => {
    fc.assert(
      fc.property(charge, (one) => {
        const { amount, tax } = priceOf(one)!;
        const thousandths = BigInt(Math.round(one.quantity * 1_000));
        const rate = BigInt(Math.round(one.tax_rate * 10_000));
        assert(isRounded(amount, thousandths * BigInt(one.unit_amount), 1_000n));
        assert(isRounded(tax, BigInt(amount) * rate, 1_000_000n));
      }),
      { numRuns: 2_000 },
    );
  });

  it('cancels a line with the same line of opposite sign', () => {
    fc.assert(
      fc.property(charge, (one) => {
        const reversed = { ...one, unit_amount: -one.unit_amount };
        assert.deepEqual(sumsOf(priced([one, reversed])), { subtotal: 0, tax: 0, total: 0 });
      }),
    );
  });

  it('adds lines and taxes up to the total, in any order', () => {
    const lines = fc.array(charge, { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(lines, fc.infiniteStream(fc.nat()), (charges, keys) => {
        const sums = sumsOf(priced(charges))!;
        const [amounts, taxes] = priced(charges).reduce(
          (before, { amount, tax }) => [before[0]! + BigInt(amount), before[1]! + BigInt(tax)],
          [0n, 0n],
        );
        assert.deepEqual([sums.subtotal, sums.tax, sums.total].map(BigInt), [
          amounts,
          taxes,
          amounts! + taxes!,
        ]);
        const shuffled = charges
          .map((one) => ({ one, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        assert.deepEqual(sumsOf(priced(shuffled)), sums);
      }),
    );
  });

  it('reads every decimal exactly as it was written in JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (thousandths) => {
        const sent = JSON.parse(`${Math.floor(thousandths / 1_000)}.${pad(thousandths % 1_000)}`);
        assert.equal(toWholeUnits(sent, 3), BigInt(thousandths));
      }),
    );
    for (const value of [0.1 + 0.2, 0.0001, 1.0001, 1e-7, 1 / 3, Number.NaN, -1, 1e21]) {
      assert.equal(toWholeUnits(value, 3), null, String(value));
    }
  });

  it('refuses amounts out of range, in a line or in a sum', () => {
    const largest = { quantity: 1, unit_amount: MAX_AMOUNT, tax_rate: 0 };
    assert.notEqual(priceOf(largest), null);
    assert.equal(priceOf({ ...largest, quantity: 1.001 }), null);
    assert.equal(priceOf({ ...largest, unit_amount: -MAX_AMOUNT, quantity: 2 }), null);
    assert.equal(sumsOf(priced([{ ...largest, tax_rate: 0.0001 }])), null);
    const cent = { quantity: 1, unit_amount: 1, tax_rate: 0 };
    assert.equal(sumsOf(priced([largest, cent])), null);
    assert.equal(sumsOf(priced([largest, { ...cent, unit_amount: -1 }]))!.total, 1e15 - 1);
  });
});

const pad = (thousandths: number) => String(thousandths).padStart(3, '0');
