import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

const WORK = [
  { description: 'Water heater', quantity: 1, unit_amount: 120_000, tax_rate: 8.25 },
  { description: 'Haul away', quantity: 1, unit_amount: 7_500 },
];
/** With 8.25 % on the heater. */
const CONTRACT = 137_400;
const DEPOSIT = 41_220;

describe('the deposit of an accepted estimate', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const post = async (path: string, body?: object) => {
    const response = await organization.api.post(path, body);
    assert(response.status < 300, `${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const sold = async (lead: Record<string, unknown> = {}) => {
    const { lead_id } = await post('/v1/leads', freshLead(lead));
    const offer = { title: 'Heater', options: [{ name: 'A', lines: WORK }] };
    const deposit = { percent: 30 };
    const { estimate_id } = await post('/v1/estimates', { lead_id, ...offer, deposit });
    await post(`/v1/estimates/${estimate_id}/send`);
    const signature = { name: 'Dana', kind: 'typed' };
    const { job, invoice } = await post(`/v1/estimates/${estimate_id}/accept`, { signature });
    return { job_id: job.job_id, deposit: invoice };
  };
  const sumOf = (...invoices: { total: number }[]) =>
    invoices.reduce((sum, { total }) => sum + total, 0);

  it('is subtracted from the invoice for the work, so that both come to the contract', async () => {
    const { job_id, deposit } = await sold({ language: 'de' });
    const invoice = await post('/v1/invoices', { job_id, lines: WORK });
    assert.deepEqual([deposit.is_deposit, invoice.is_deposit], [true, false]);
    const { body } = await organization.api.get(`/v1/invoices?job_id=${job_id}`);
    assert.deepEqual(
      body.data.map((one: { is_deposit: boolean }) => one.is_deposit),
      [false, true],
    );
    const created = await organization.api.get('/v1/events?type=invoice.created&limit=200');
    assert.deepEqual(
      created.body.data
        .filter(({ data }: { data: typeof invoice }) => data.job_id === job_id)
        .map(({ data }: { data: typeof invoice }) => data.is_deposit),
      [true, false],
    );
    assert.deepEqual(invoice.lines.at(-1), {
      description: `Bereits berechnete Anzahlung: ${deposit.number}`,
      quantity: 1,
      unit_amount: -DEPOSIT,
      tax_rate: 0,
      amount: -DEPOSIT,
      tax: 0,
    });
    assert.deepEqual([invoice.tax, invoice.total], [9_900, CONTRACT - DEPOSIT]);
    assert.equal(sumOf(invoice, deposit), CONTRACT);
    const next = await post('/v1/invoices', { job_id, lines: WORK });
    assert.equal(next.total, CONTRACT);
  });

  it('is subtracted once, although six invoices are created at the same time', async () => {
    const { job_id } = await sold();
    const invoices = await Promise.all(
      Array.from({ length: 6 }, () => post('/v1/invoices', { job_id, lines: WORK })),
    );
    assert.equal(sumOf(...invoices), 6 * CONTRACT - DEPOSIT);
  });

  it('is subtracted from several invoices until nothing of it is left, and again if one is void', async () => {
    const { job_id } = await sold();
    const part = (unit_amount: number) => [{ description: 'Part', quantity: 1, unit_amount }];
    const first = await post('/v1/invoices', { job_id, lines: part(30_000) });
    assert.equal(first.total, 0);
    const second = await post('/v1/invoices', { job_id, lines: part(30_000) });
    assert.equal(second.total, 60_000 - DEPOSIT);
    await post(`/v1/invoices/${second.invoice_id}/void`, { reason: 'Wrong' });
    const third = await post('/v1/invoices', { job_id, lines: part(100_000) });
    assert.equal(third.total, 130_000 - DEPOSIT);
    const other = { job_id, currency: 'EUR', lines: part(50_000) };
    assert.equal((await post('/v1/invoices', other)).total, 50_000);
  });

  it('is not subtracted on request, or after its line was taken out of the draft', async () => {
    const { job_id } = await sold();
    const whole = await post('/v1/invoices', { job_id, lines: WORK, subtract_deposit: false });
    assert.equal(whole.total, CONTRACT);
    const draft = await post('/v1/invoices', { job_id, lines: WORK });
    const path = `/v1/invoices/${draft.invoice_id}`;
    const asRead = draft.lines.map(
      ({ amount: _amount, tax: _tax, ...line }: Record<string, unknown>) => line,
    );
    const same = await organization.api.patch(path, { lines: asRead, notes: 'Thank you.' });
    assert.equal(same.body.total, CONTRACT - DEPOSIT);
    assert.equal((await post('/v1/invoices', { job_id, lines: WORK })).total, CONTRACT);
    assert.equal((await organization.api.patch(path, { lines: WORK })).body.total, CONTRACT);
    assert.equal((await post('/v1/invoices', { job_id, lines: WORK })).total, CONTRACT - DEPOSIT);
  });

  it('is subtracted once, also after a person has written its line in other words', async () => {
    const { job_id } = await sold();
    const draft = await post('/v1/invoices', { job_id, lines: WORK });
    const path = `/v1/invoices/${draft.invoice_id}`;
    const change = (fields: object) =>
      organization.api.patch(path, {
        lines: [...WORK, { quantity: 1, unit_amount: -DEPOSIT, ...fields }],
      });
    const total = CONTRACT - DEPOSIT;
    assert.equal((await change({ description: 'Less your deposit' })).body.total, total);
    assert.equal((await post('/v1/invoices', { job_id, lines: WORK })).total, CONTRACT);
    const less = { description: 'Less your deposit', unit_amount: -40_000 };
    assert.equal((await change(less)).body.total, CONTRACT - 40_000);
    const part = [{ description: 'Part', quantity: 1, unit_amount: 30_000 }];
    assert.equal((await post('/v1/invoices', { job_id, lines: part })).total, 70_000 - DEPOSIT);
  });

  it('is not taken for a discount of the same amount, after its line was taken out', async () => {
    const { job_id } = await sold();
    const lines = [...WORK, { description: 'Discount', quantity: 1, unit_amount: -DEPOSIT }];
    const draft = await post('/v1/invoices', { job_id, lines });
    await organization.api.patch(`/v1/invoices/${draft.invoice_id}`, { lines });
    assert.equal((await post('/v1/invoices', { job_id, lines: WORK })).total, CONTRACT - DEPOSIT);
  });

  it('leaves the rest of the contract to collect on site', async () => {
    const { job_id, deposit } = await sold();
    await post(`/v1/invoices/${deposit.invoice_id}/payments`, { amount: DEPOSIT, method: 'card' });
    const rest = { amount: CONTRACT - DEPOSIT, method: 'card' };
    const { invoice } = await post(`/v1/jobs/${job_id}/collect-payment`, rest);
    assert.deepEqual([invoice.total, invoice.status], [CONTRACT - DEPOSIT, 'paid']);
  });
});
