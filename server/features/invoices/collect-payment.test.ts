import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { setUp, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { freshLead } from '../../testing/leads.ts';
import { at, newTechnician, type Technician } from '../../testing/technicians.ts';

const service = sharedService();
let office: TestOrganization;
let ana: Technician;
let ben: Technician;
setUp(async () => {
  office = await service.newOrganization();
  ana = await newTechnician(service, office, 'Ana Silva');
  ben = await newTechnician(service, office, 'Ben Okafor');
});

const CONTRACT = { amount: 100_000, currency: 'USD' };

/** A job of Ana. */
async function newJob(fields: object = {}): Promise<string> {
  const { lead_id } = await created(office.api.post('/v1/leads', freshLead()));
  const job = { lead_id, title: 'Replace the boiler', assigned_to: ana.userId, ...fields };
  return (await created(office.api.post('/v1/jobs', job))).job_id;
}

async function newInvoice(job_id: string, unit_amount = 50_000): Promise<string> {
  const lines = [{ description: 'Boiler', quantity: 1, unit_amount }];
  const invoice = { job_id, currency: 'USD', lines };
  return (await created(office.api.post('/v1/invoices', invoice))).invoice_id;
}

const collect = (jobId: string, body: object, api = ana.api) =>
  api.post(`/v1/jobs/${jobId}/collect-payment`, body);

async function invoicesOf(jobId: string) {
  return (await office.api.get(`/v1/invoices?job_id=${jobId}`)).body.data;
}

describe('collectPayment', () => {
  it('sends and pays the open draft of the job in one step, with the events of each', async () => {
    const job = await newJob();
    const invoice_id = await newInvoice(job);
    const body = { amount: 20_000, method: 'check', reference: '1042', note: 'By the tenant.' };
    const { invoice, payment, balance } = await created(collect(job, body));
    assert.deepEqual(
      [invoice.invoice_id, invoice.status, invoice.paid, balance, invoice.balance],
      [invoice_id, 'partially_paid', 20_000, 30_000, 30_000],
    );
    assert.deepEqual(invoice.payments, [payment]);
    assert.deepEqual(
      [payment.method, payment.reference, payment.note],
      ['check', '1042', 'By the tenant.'],
    );
    assert.deepEqual((await office.api.get(`/v1/invoices/${invoice_id}`)).body, invoice);
    const rest = await created(collect(job, { amount: 30_000, method: 'cash' }));
    assert.deepEqual([rest.invoice.status, rest.balance], ['paid', 0]);
    const types = 'invoice.created,invoice.sent,invoice.payment_recorded,invoice.paid';
    const { data } = (await office.api.get(`/v1/events?type=${types}&limit=200`)).body;
    const own = data.filter(
      (event: { data: { invoice_id: string } }) => event.data.invoice_id === invoice_id,
    );
    assert.deepEqual(
      own.map(({ type }: { type: string }) => type),
      [
        'invoice.created',
        'invoice.sent',
        'invoice.payment_recorded',
        'invoice.payment_recorded',
        'invoice.paid',
      ],
    );
  });

  it('creates the invoice from the lines, from the rest of the contract, or from the amount', async () => {
    const withLines = await newJob({ contract: CONTRACT });
    const lines = [{ description: 'Drain', quantity: 2, unit_amount: 5_000, tax_rate: 10 }];
    const first = await created(collect(withLines, { amount: 11_000, method: 'cash', lines }));
    assert.deepEqual(
      [first.invoice.total, first.invoice.status, first.balance, first.invoice.currency],
      [11_000, 'paid', 0, 'USD'],
    );
    assert.match(first.invoice.number, /^INV-\d{6}$/);
    assert.equal(first.invoice.due_on, '2027-03-01');

    const rest = await created(collect(withLines, { amount: 9_000, method: 'card' }));
    assert.deepEqual([rest.invoice.total, rest.balance], [89_000, 80_000]);
    assert.equal(rest.invoice.lines[0].description, 'Replace the boiler');

    const plain = await newJob();
    const body = { amount: 15_000, method: 'cash', currency: 'EUR' };
    const only = await created(collect(plain, body));
    assert.deepEqual([only.invoice.total, only.invoice.currency, only.balance], [15_000, 'EUR', 0]);
    const again = await collect(plain, body);
    assert.deepEqual([again.status, again.body.code, again.body.balance], [422, 'overpayment', 0]);
  });

  it('is one payment for what is owed, also of six at once', async () => {
    const busy = await newJob({ contract: CONTRACT });
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => collect(busy, { amount: 100_000, method: 'cash' })),
    );
    assert.deepEqual(tries.map(({ status }) => status).toSorted(), [
      201,
      ...Array.from({ length: 5 }, () => 422),
    ]);
    const [invoice, ...others] = await invoicesOf(busy);
    assert.deepEqual([invoice.paid, others.length], [100_000, 0]);
  });

  it('leaves nothing if it is refused: more than is owed, another currency, or lines that are wrong', async () => {
    const job = await newJob({ contract: CONTRACT });
    const more = await collect(job, { amount: 100_001, method: 'cash' });
    assert.deepEqual(
      [more.status, more.body.code, more.body.balance, more.body.currency],
      [422, 'overpayment', 100_000, 'USD'],
    );
    const lines = [{ description: 'x', quantity: 1, unit_amount: 100 }];
    for (const [body, errors] of [
      [{ amount: 100, method: 'cash', currency: 'EUR' }, ['/currency other_currency']],
      [{ amount: 100, method: 'cash', currency: 'EUR', lines }, ['/currency other_currency']],
      [{ amount: 101, method: 'cash', lines }, ['/amount overpayment']],
      [{ amount: 100, method: 'barter' }, ['/method not_allowed']],
      [{ method: 'cash' }, ['/amount required']],
      [{ amount: 0, method: 'cash' }, ['/amount out_of_range']],
      [
        { amount: 1, method: 'cash', lines, invoice_id: 'invoice_01h455vb4pex5vsknk084sn02q' },
        ['/lines not_allowed'],
      ],
    ] as const) {
      assert.deepEqual(fieldErrors(await collect(job, body)), errors, JSON.stringify(body));
    }
    assert.deepEqual(await invoicesOf(job), []);
    const plain = await newJob();
    const { body: first } = await collect(plain, { amount: 100, method: 'cash' });
    assert.equal(first.invoice.currency, 'USD', 'that of the organization');
  });

  it('asks which of several open invoices is paid', async () => {
    const job = await newJob();
    const [first, second] = [await newInvoice(job, 10_000), await newInvoice(job, 20_000)];
    const unclear = await collect(job, { amount: 100, method: 'cash' });
    assert.deepEqual([unclear.status, unclear.body.code], [409, 'invoice_to_choose']);
    assert.equal(unclear.body.invoices.length, 2);
    const chosen = { amount: 20_000, method: 'cash', invoice_id: second };
    assert.equal((await created(collect(job, chosen))).invoice.status, 'paid');
    const lines = [{ description: 'More', quantity: 1, unit_amount: 100 }];
    const added = await collect(job, { amount: 100, method: 'cash', lines });
    assert.equal(added.body.code, 'invoice_to_choose');
    await office.api.post(`/v1/invoices/${first}/void`, { reason: 'Twice' });
    const voided = await collect(job, { amount: 100, method: 'cash', invoice_id: first });
    assert.equal(voided.body.code, 'invoice_void');
    const foreign = { amount: 100, method: 'cash', invoice_id: await newInvoice(await newJob()) };
    assert.equal((await collect(job, foreign)).status, 404);
  });

  it('is for the own jobs of a technician, and for the office', async () => {
    const job = await newJob({ contract: CONTRACT, assigned_to: ben.userId });
    assert.equal((await collect(job, { amount: 100, method: 'cash' })).status, 404);
    const booking = { job_id: job, assigned_to: ana.userId, ...at(9) };
    await created(office.api.post('/v1/appointments', booking));
    await created(collect(job, { amount: 100, method: 'cash' }));
    await created(collect(job, { amount: 100, method: 'cash' }, office.api));
  });

  it('keeps the time at which it was taken without signal', async () => {
    const job = await newJob({ contract: CONTRACT });
    const taken = { amount: 100, method: 'cash', at: '2027-03-01T06:30:00-08:00' };
    const { payment } = await created(collect(job, taken));
    assert.deepEqual(
      [payment.paid_at, payment.created_at],
      ['2027-03-01T14:30:00.000Z', '2027-03-01T15:00:00.000Z'],
    );
    for (const late of ['2027-02-28T14:59:00Z', '2027-03-01T15:02:00Z']) {
      assert.deepEqual(fieldErrors(await collect(job, { ...taken, at: late })), [
        '/at out_of_range',
      ]);
    }
  });
});
