import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dueOf, type InvoiceOfJob } from './due.ts';

const NO_CONTRACT = { contract_amount: null, contract_currency: null };
const CONTRACT = { contract_amount: 100_000, contract_currency: 'USD' };
const invoice = (fields: Partial<InvoiceOfJob>): InvoiceOfJob => ({
  invoice_id: 'a',
  job_id: 'j',
  number: 'INV-000001',
  status: 'sent',
  currency: 'USD',
  total: 30_000,
  paid: 0,
  ...fields,
});

describe('what is to be collected for a job', () => {
  it('is the balance of its open invoice, draft or not', () => {
    for (const status of ['draft', 'sent', 'partially_paid'] as const) {
      const due = dueOf(CONTRACT, [
        invoice({ status, paid: status === 'partially_paid' ? 10_000 : 0 }),
      ]);
      assert.deepEqual(due, {
        amount: status === 'partially_paid' ? 20_000 : 30_000,
        currency: 'USD',
        invoice_id: 'a',
      });
    }
  });

  it('is the sum of several open invoices in the currency of the first, without naming one', () => {
    const all = [
      invoice({}),
      invoice({ invoice_id: 'b', total: 5_000 }),
      invoice({ invoice_id: 'c', currency: 'EUR' }),
      invoice({ invoice_id: 'd', status: 'void' }),
    ];
    assert.deepEqual(dueOf(CONTRACT, all), { amount: 35_000, currency: 'USD', invoice_id: null });
  });

  it('is what of the contract was not invoiced, if no invoice is open', () => {
    const paid = invoice({ status: 'paid', paid: 30_000 });
    const rest = { amount: 70_000, currency: 'USD', invoice_id: null };
    assert.deepEqual(dueOf(CONTRACT, [paid]), rest);
    assert.deepEqual(dueOf(CONTRACT, [paid, invoice({ status: 'void', total: 70_000 })]), rest);
    assert.equal(
      dueOf(CONTRACT, [invoice({ status: 'paid', total: 100_000, paid: 100_000 })]),
      null,
    );
    assert.equal(dueOf(NO_CONTRACT, [paid]), null);
    assert.equal(dueOf(NO_CONTRACT, []), null);
  });
});
