import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Invoice } from '../../../packages/sdk/src/index.ts';
import { invoicesFor } from './matching.ts';

const invoice = (number: string, balance: number, fields: Partial<Invoice> = {}) =>
  ({ number, balance, currency: 'USD', customer_id: 'customer_2', ...fields }) as Invoice;

describe('the invoices for a payment that fits none', () => {
  it('are those that can take it as a whole: first those of the customer, then the exact amount', () => {
    const payment = {
      amount: 500,
      currency: 'USD',
      customer_id: 'customer_1',
      lifecycle_number: null,
    };
    const found = invoicesFor(payment, [
      invoice('more', 900),
      invoice('less', 499),
      invoice('exact', 500),
      invoice('euros', 500, { currency: 'EUR' }),
      invoice('own', 900, { customer_id: 'customer_1' }),
    ]);
    assert.deepEqual(
      found.map(({ number }) => number),
      ['own', 'exact', 'more'],
    );
  });
});
