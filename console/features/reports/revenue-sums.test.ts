import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inCurrency, sumsBy } from './revenue-sums.ts';

const row = (currency: string, source: string, invoiced: number, paid: number) => ({
  starts_on: '2027-03-01',
  ends_on: '2027-03-31',
  ...{ currency, source, invoiced, paid, refunded: 0, outstanding: invoiced - paid },
});
const ROWS = [
  row('USD', 'phone', 100, 40),
  row('USD', 'web', 500, 500),
  row('USD', 'phone', 450, 0),
  row('EUR', 'phone', 9_000, 0),
];

describe('the sums of revenue', () => {
  it('are of one currency, by source, the largest first', () => {
    const sums = sumsBy(inCurrency(ROWS, 'USD'), ({ source = '' }) => source);
    assert.deepEqual(
      sums.map(({ key, invoiced, paid, outstanding }) => [key, invoiced, paid, outstanding]),
      [
        ['phone', 550, 40, 510],
        ['web', 500, 500, 0],
      ],
    );
  });
});
