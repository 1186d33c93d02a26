import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { Bookkeeping, LINE } from '../../testing/bookkeeping.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';

const codes = (body: { errors: { pointer: string; code: string }[] }) =>
  body.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort();

describe('createInvoice', () => {
  const service = sharedService();
  const books = shared(() => Bookkeeping.open(service));

  it('returns 201 with a draft that has the job’s lifecycle number, and emits invoice.created', async () => {
    const own = await Bookkeeping.open(service);
    const lines = [
      { description: ' Water heater ', quantity: 1, unit_amount: 89_900, tax_rate: 19 },
      { description: 'Labor, hours', quantity: 2.25, unit_amount: 7_950 },
      { description: 'Spring discount', quantity: 1, unit_amount: -5_000, tax_rate: 19 },
    ];
    const body = await own.draft({ lines, notes: 'Thank you.' });
    assert.deepEqual(body, {
      invoice_id: body.invoice_id,
      number: 'INV-000001',
      ...own.job,
      customer_name: null,
      property_id: null,
      delivery_reason: null,
      is_deposit: false,
      job_title: 'Replace the water heater',
      status: 'draft',
      currency: 'USD',
      due_on: '2027-03-31',
      is_overdue: false,
      lines: [
        { ...lines[0], description: 'Water heater', amount: 89_900, tax: 17_081 },
        // 2.25 × 79.50 is 178.875.
        { ...lines[1], tax_rate: 0, amount: 17_888, tax: 0 },
        { ...lines[2], amount: -5_000, tax: -950 },
      ],
      subtotal: 102_788,
      tax: 16_131,
      total: 118_919,
      paid: 0,
      balance: 118_919,
      notes: 'Thank you.',
      delivery: null,
      communication_id: null,
      sent_at: null,
      paid_at: null,
      voided_at: null,
      void_reason: null,
      created_at: '2027-03-01T15:00:00.000Z',
      updated_at: '2027-03-01T15:00:00.000Z',
      payments: [],
    });
    assert.deepEqual(await own.read(body.invoice_id), body);
    const { payments: _none, ...invoice } = body;
    const [event, ...others] = await own.events();
    assert.deepEqual([event!.type, event!.data], ['invoice.created', invoice]);
    assert.deepEqual(others, []);
  });

  it('numbers the invoices of an organization without gaps, also when requests are refused', async () => {
    const own = await Bookkeeping.open(service);
    const wrong = () => own.create({ job_id: 'job_01h455vb4pex5vsknk084sn02q' });
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, at) => (at % 3 === 0 ? wrong() : own.create())),
    );
    const created = responses.filter(({ status }) => status === 201);
    assert.equal(created.length, 16);
    assert.deepEqual(
      created.map(({ body }) => body.number).sort(),
      Array.from({ length: 16 }, (_, at) => `INV-${String(at + 1).padStart(6, '0')}`),
    );
    const events = await own.events();
    assert.deepEqual(
      events.map(({ data }) => data.number),
      created.map(({ body }) => body.number).sort(),
      'the events have another order',
    );
  });

  it('continues after INV-999999', async () => {
    const own = await Bookkeeping.open(service);
    await service.owner.query(
      'update organization_counters set invoice_ordinal = 999998 where organization_id = $1',
      [toUuid('organization', own.organizationId)],
    );
    const numbers = [await own.draft(), await own.draft()].map(({ number }) => number);
    assert.deepEqual(numbers, ['INV-999999', 'INV-1000000']);
  });

  it('uses the currency of the contract by default, and else that of the organization', async () => {
    assert.equal((await books.draft({ currency: 'EUR' })).currency, 'EUR');
    assert.equal((await books.draft()).currency, 'USD');
    const { job_id } = await books.newJob({});
    assert.equal((await books.draft({ job_id, currency: 'JPY' })).currency, 'JPY');
    assert.equal((await books.api.patch('/v1/organization', { currency: 'CAD' })).status, 200);
    assert.equal((await books.draft({ job_id })).currency, 'CAD');
    assert.equal((await books.draft()).currency, 'USD', 'the contract has its own');
  });

  it('is due in 30 days by default, in the organization’s time zone', async () => {
    service.clock.set('2027-03-01T11:00:00Z');
    for (const [time_zone, due_on] of [
      ['Pacific/Auckland', '2027-04-01'],
      ['Pacific/Kiritimati', '2027-04-01'],
      ['America/Los_Angeles', '2027-03-31'],
    ] as const) {
      const own = await Bookkeeping.open(service, { time_zone });
      assert.equal((await own.draft()).due_on, due_on, time_zone);
    }
    service.clock.set('2027-03-01T15:00:00Z');
    assert.equal((await books.draft({ due_on: '2027-02-28' })).due_on, '2027-02-28');
  });

  it('adds up without floating-point errors', async () => {
    const tenths = { description: 'A tenth of a dime', quantity: 0.1, unit_amount: 100 };
    const body = await books.draft({
      lines: [tenths, { ...tenths, quantity: 0.2 }, { ...tenths, quantity: 1.005 }],
    });
    assert.deepEqual(
      body.lines.map(({ amount }: { amount: number }) => amount),
      [10, 20, 101],
    );
    assert.equal(body.total, 131);
    const odd = { description: 'Odd', quantity: 3, unit_amount: 3_333, tax_rate: 19 };
    const many = await books.draft({ lines: Array.from({ length: 500 }, () => odd) });
    // 19 % of 99.99 is 18.9981, five hundred times.
    assert.deepEqual([many.subtotal, many.tax, many.total], [4_999_500, 950_000, 5_949_500]);
  });

  it('accepts the largest and smallest totals, and refuses anything beyond', async () => {
    const largest = { ...LINE, unit_amount: 1e15 };
    assert.equal((await books.draft({ lines: [largest] })).total, 1e15);
    const discount = { ...LINE, unit_amount: -10_000 };
    assert.equal((await books.draft({ lines: [LINE, discount] })).total, 0);
    const wrong: [lines: object[], code: string][] = [
      [[largest, { ...LINE, unit_amount: 1 }], '/lines out_of_range'],
      [[{ ...largest, quantity: 1_000_000 }], '/lines/0 out_of_range'],
      [[LINE, { ...largest, quantity: 1.001 }], '/lines/1 out_of_range'],
      [[{ ...largest, tax_rate: 0.01 }], '/lines out_of_range'],
      [[LINE, { ...discount, unit_amount: -10_001 }], '/lines negative_total'],
      [[{ ...LINE, unit_amount: 1e15 + 2 }], '/lines/0/unit_amount out_of_range'],
      [[{ ...LINE, unit_amount: -1e300 }], '/lines/0/unit_amount out_of_range'],
    ];
    for (const [lines, code] of wrong) {
      const { status, body } = await books.create({ lines });
      assert.equal(status, 422, code);
      assert.deepEqual(codes(body), [code]);
    }
  });

  it('refuses invalid fields and reports each', async () => {
    const wrong: [fields: object, codes: string[]][] = [
      [{ lines: [] }, ['/lines too_short']],
      [{ lines: Array.from({ length: 501 }, () => LINE) }, ['/lines too_long']],
      [{ lines: [null, 'x', 7] }, [0, 1, 2].map((at) => `/lines/${at} wrong_type`)],
      [{ lines: [{ ...LINE, quantity: 0 }] }, ['/lines/0/quantity out_of_range']],
      [{ lines: [{ ...LINE, quantity: -1 }] }, ['/lines/0/quantity out_of_range']],
      [{ lines: [{ ...LINE, quantity: 1_000_001 }] }, ['/lines/0/quantity out_of_range']],
      [{ lines: [{ ...LINE, quantity: 1.0001 }] }, ['/lines/0/quantity too_precise']],
      [{ lines: [{ ...LINE, quantity: 0.1 + 0.2 }] }, ['/lines/0/quantity too_precise']],
      [{ lines: [LINE, { ...LINE, tax_rate: 1e-7 }] }, ['/lines/1/tax_rate too_precise']],
      [{ lines: [{ ...LINE, tax_rate: 8.12345 }] }, ['/lines/0/tax_rate too_precise']],
      [{ lines: [{ ...LINE, tax_rate: 100.01 }] }, ['/lines/0/tax_rate out_of_range']],
      [{ lines: [{ ...LINE, tax_rate: -1 }] }, ['/lines/0/tax_rate out_of_range']],
      [{ lines: [{ ...LINE, unit_amount: 10.5 }] }, ['/lines/0/unit_amount wrong_type']],
      [{ lines: [{ ...LINE, description: '  ' }] }, ['/lines/0/description too_short']],
      [{ currency: 'usd' }, ['/currency invalid_format']],
      [{ currency: 'ZZZ' }, ['/currency unknown_currency']],
      [{ due_on: '2027-02-29' }, ['/due_on invalid_format']],
      [{ due_on: '0000-01-01' }, ['/due_on out_of_range']],
      [{ due_on: '2027-03-01T00:00:00Z' }, ['/due_on invalid_format']],
    ];
    for (const [fields, expected] of wrong) {
      const { status, body } = await books.create(fields);
      assert.equal(status, 422, JSON.stringify(fields).slice(0, 200));
      assert.deepEqual(codes(body), expected);
    }
  });
});
