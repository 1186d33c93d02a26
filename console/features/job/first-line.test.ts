import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InvoiceLine, Job } from '../../../packages/sdk/src/index.ts';
import { withTaxRate } from '../invoices/lines.ts';
import { firstLine } from './first-line.ts';

const contract = {
  signed_at: '2027-03-01T17:00:00.000Z',
  amount: 129_900,
  currency: 'USD',
  terms: null,
  estimate_id: null,
  document_hash: null,
};
const roof: Pick<Job, 'title' | 'contract'> = { title: 'New roof', contract };
const offered = { ...roof, contract: { ...contract, estimate_id: 'estimate_1' } };
const work: InvoiceLine = {
  description: 'Work',
  quantity: 1,
  unit_amount: 100_000,
  tax_rate: 8.25,
  amount: 100_000,
  tax: 8_250,
};
const invoice = { status: 'sent' as const, is_deposit: false, lines: [work] };
const deposit = { ...invoice, is_deposit: true, lines: [{ ...work, tax_rate: 0 }] };

describe('the first line of a new invoice', () => {
  const shown = (job: typeof roof, invoices: Parameters<typeof firstLine>[1], rate = 10) => {
    const [line] = withTaxRate([firstLine(job, invoices, 'USD')], rate);
    return [line?.description, line?.price, line?.taxRate];
  };

  it('is the work at the agreed price until work was invoiced', () => {
    assert.deepEqual(shown(roof, []), ['New roof', '1299.00', '10']);
    assert.deepEqual(shown(roof, [deposit]), ['New roof', '1299.00', '10']);
    assert.deepEqual(shown(roof, [deposit, invoice]), ['', '', '8.25']);
    const canceled = { ...invoice, status: 'void' as const };
    assert.deepEqual(shown(roof, [canceled, deposit]), ['New roof', '1299.00', '8.25']);
  });

  it('has no tax on top of what an estimate with tax comes to', () => {
    assert.deepEqual(shown(offered, [deposit]), ['New roof', '1299.00', '0']);
  });

  it('is empty without a price in the currency', () => {
    assert.deepEqual(shown({ ...roof, contract: null }, []), ['', '', '10']);
    const euros = { ...roof, contract: { ...contract, currency: 'EUR' } };
    assert.deepEqual(shown(euros, []), ['', '', '10']);
  });
});
