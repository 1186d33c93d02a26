import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatMoney, moneyForField, readMoney } from './money.ts';

describe('amounts', () => {
  it('are read as people of different countries type them', () => {
    const amounts: [string, string, number | null][] = [
      ['1250', 'USD', 125_000],
      ['1250.5', 'USD', 125_050],
      ['$1,250.00', 'USD', 125_000],
      ['1.250,00', 'EUR', 125_000],
      ['1 250,00 €', 'EUR', 125_000],
      ['1,250', 'USD', 125_000],
      ['.99', 'USD', 99],
      ['-20', 'USD', -2_000],
      ['1,250', 'JPY', 1_250],
      ['1.5', 'JPY', null],
      ['1.234', 'KWD', 1_234],
      ['12.345', 'USD', 1_234_500],
      ['1.2345', 'USD', null],
      ['12,34,56', 'USD', null],
      ['', 'USD', null],
      ['.', 'USD', null],
      ['ten', 'USD', null],
    ];
    for (const [typed, currency, minor] of amounts) {
      assert.equal(readMoney(typed, currency), minor, `${typed} ${currency}`);
    }
  });

  it('are read from a field as they were written into it', () => {
    const currency = fc.constantFrom('USD', 'JPY', 'KWD', 'COP', 'EUR');
    const amount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
    fc.assert(
      fc.property(amount, currency, (minor, code) => {
        assert.equal(readMoney(moneyForField(minor, code), code), minor);
      }),
    );
  });

  it('have the decimals with which the service counts', () => {
    assert.match(formatMoney(125_000, 'COP'), /1,250\.00/);
    assert.match(formatMoney(1_250, 'JPY'), /1,250$/);
  });
});
