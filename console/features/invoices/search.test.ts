import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSentSearch, queryOf, readInvoiceSearch } from './search.ts';

const DAYS = { from: '2027-03-01', to: '2027-03-31' };

describe('the address of the invoices', () => {
  it('says which were sent in some days, in which currency, and of whom', () => {
    const search = { ...DAYS, currency: 'USD', source: 'angi', assigned: 'user_1' };
    assert.deepEqual(readInvoiceSearch(search), search);
    assert.deepEqual(readInvoiceSearch({ ...DAYS, assigned: 'none' }), {
      ...DAYS,
      assigned: 'none',
    });
  });

  it('is ignored where it makes no sense, and as a whole without days', () => {
    const wrong = { ...DAYS, currency: 'dollars', source: 7, assigned: 'Rosa' };
    assert.deepEqual(readInvoiceSearch(wrong), DAYS);
    assert.deepEqual(readInvoiceSearch({ from: '2027-03-01', source: 'angi' }), {});
    assert.equal(isSentSearch({}), false);
  });

  it('asks for the invoices that a report counts: sent, and not void', () => {
    const search = readInvoiceSearch({ ...DAYS, assigned: 'none' });
    assert(isSentSearch(search));
    assert.deepEqual(queryOf(search), {
      sent_from: '2027-03-01',
      sent_to: '2027-03-31',
      status: ['sent', 'partially_paid', 'paid'],
      currency: undefined,
      source: undefined,
      unassigned: true,
    });
  });

  it('asks for those with payments of the days', () => {
    const search = readInvoiceSearch({ ...DAYS, by: 'paid' });
    assert(isSentSearch(search));
    const query: Record<string, unknown> = queryOf(search);
    const { paid_from, paid_to, sent_from } = query;
    assert.deepEqual([paid_from, paid_to, sent_from], ['2027-03-01', '2027-03-31', undefined]);
    assert.deepEqual(readInvoiceSearch({ ...DAYS, by: 'sent' }), DAYS);
  });
});
