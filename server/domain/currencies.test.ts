import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { currencyErrors, writtenAmount } from './currencies.ts';

describe('a currency', () => {
  it('is a current code of ISO 4217', () => {
    for (const code of ['USD', 'EUR', 'JPY', 'KWD']) {
      assert.deepEqual(currencyErrors('/currency', code), [], code);
    }
    for (const code of ['ZZZ', 'DEM', 'XXX']) {
      const [error] = currencyErrors('/currency', code);
      assert.deepEqual([error?.pointer, error?.code], ['/currency', 'unknown_currency'], code);
    }
  });

  it('of a wrong form is checked by the schema', () => {
    for (const value of ['usd', 'US', '', null, undefined, 7]) {
      assert.deepEqual(currencyErrors('/currency', value), [], String(value));
    }
  });

  it('has amounts formatted with its own number of decimals', () => {
    for (const [amount, currency, written] of [
      [12_900, 'USD', '129.00 USD'],
      [5, 'EUR', '0.05 EUR'],
      [-5, 'EUR', '-0.05 EUR'],
      [0, 'USD', '0.00 USD'],
      [1e15, 'USD', '10000000000000.00 USD'],
      [129, 'JPY', '129 JPY'],
      [0, 'JPY', '0 JPY'],
      [1_250, 'IQD', '1.250 IQD'],
      [7, 'KWD', '0.007 KWD'],
    ] as const) {
      assert.equal(writtenAmount(amount, currency), written);
    }
  });
});
