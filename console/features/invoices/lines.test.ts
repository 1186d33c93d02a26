import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, draftOf, emptyLine, lineErrors, priceLines, withTaxRate } from './lines.ts';

const line = (description: string, quantity: string, price: string, taxRate = '') => ({
  ...emptyLine(0),
  description,
  quantity,
  price,
  taxRate,
});

describe('the lines of an invoice', () => {
  it('have the totals that the service will compute, while they are typed', () => {
    const lines = [
      line('Water heater', '1', '1,200.00', '8.25'),
      line('Installation, per hour', '4,5', '115'),
      line('Discount', '1', '-50'),
    ];
    assert.deepEqual(priceLines(lines, 'USD').sums, {
      subtotal: 166_750,
      tax: 9_900,
      total: 176_650,
    });
  });

  it('have no total while one of them cannot be read, and say which field it is', () => {
    const lines = [line('Water heater', '1', '1200'), line('', 'two', '', 'x')];
    assert.equal(priceLines(lines, 'USD').sums, null);
    assert.deepEqual(Object.keys(lineErrors(lines, 'USD')), [
      'lines/1/description',
      'lines/1/quantity',
      'lines/1/unit_amount',
      'lines/1/tax_rate',
    ]);
  });

  it('cannot be below 0 in sum', () => {
    assert.match(lineErrors([line('Discount', '1', '-1')], 'USD').lines ?? '', /below 0/);
  });

  it('get the tax rate of the place that is chosen, unless they have one', () => {
    const lines = [line('Water heater', '1', '1200'), line('Permit', '1', '90', '0')];
    const rates = (rate: number | null) => withTaxRate(lines, rate).map((one) => one.taxRate);
    assert.deepEqual(rates(8.25), ['8.25', '0']);
    assert.deepEqual(rates(null), ['', '0']);
  });

  it('come back as they were when a draft is opened again', () => {
    const sent = bodyOf(line('Valve', '2.5', '19.99', '8.25'), 'USD');
    assert(sent);
    const [again] = draftOf([{ ...sent, amount: 0, tax: 0 }], 'USD');
    assert(again);
    assert.deepEqual(bodyOf(again, 'USD'), sent);
  });
});
