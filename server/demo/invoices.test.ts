import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { priceOf } from '../domain/money.ts';
import { TAX_RATE } from './invoices.ts';

describe('the invoices of the demo', () => {
  it('have a sales tax in percent, as the API expects it', () => {
    const price = priceOf({ quantity: 1, unit_amount: 10_000, tax_rate: TAX_RATE });
    assert.deepEqual(price, { amount: 10_000, tax: 1_035 });
  });
});
