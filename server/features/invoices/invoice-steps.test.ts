import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../testing/api-client.ts';
import { Bookkeeping, LINE } from '../../testing/bookkeeping.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { CHECKOUT } from '../../testing/tiers.ts';
import { allowedSteps, STEPS, type Step, whenAllowed } from './invoice.ts';

type Invoice = Awaited<ReturnType<Bookkeeping['draft']>>;

/** The response to a step that the table does not allow; 200 if the step was already taken. */
const REFUSED: Record<Step, Record<string, [status: number, code?: string]>> = {
  update: {
    sent: [409, 'invoice_not_draft'],
    partially_paid: [409, 'invoice_not_draft'],
    paid: [409, 'invoice_not_draft'],
    free: [409, 'invoice_not_draft'],
    void: [409, 'invoice_not_draft'],
  },
  send: {
    sent: [200],
    partially_paid: [200],
    paid: [200],
    free: [200],
    void: [409, 'invoice_void'],
  },
  pay: {
    draft: [409, 'invoice_not_sent'],
    paid: [422, 'overpayment'],
    free: [422, 'overpayment'],
    void: [409, 'invoice_void'],
  },
  refund: {
    draft: [409, 'nothing_paid'],
    sent: [409, 'nothing_paid'],
    free: [409, 'nothing_paid'],
    void: [409, 'nothing_paid'],
  },
  void: {
    partially_paid: [409, 'invoice_has_payments'],
    paid: [409, 'invoice_has_payments'],
    void: [200],
  },
};

describe('the steps of an invoice', () => {
  const service = sharedService();
  const books = shared(() => Bookkeeping.open(service));

  const invoiceIn: Record<string, () => Promise<Invoice>> = {
    draft: () => books.draft(),
    sent: () => books.sent(),
    partially_paid: async () => books.paid((await books.sent()).invoice_id, 4_000),
    paid: async () => books.paid((await books.sent()).invoice_id, 10_000),
    free: () => books.sent({ lines: [{ ...LINE, unit_amount: 0 }] }),
    void: async () => (await books.void((await books.draft()).invoice_id)).body,
  };
  const take: Record<Step, (id: string) => Promise<ApiResponse>> = {
    update: (id) => books.api.patch(`/v1/invoices/${id}`, { notes: 'Another.' }),
    send: (id) => books.api.post(`/v1/invoices/${id}/send`),
    pay: (id) => books.pay(id, 1),
    refund: (id) => books.refund(id, 1),
    void: (id) => books.void(id),
  };

  for (const [name, create] of Object.entries(invoiceIn)) {
    it(`from ${name} follow the table, and change nothing if not allowed`, async () => {
      const before = await create();
      const { invoice_id } = before;
      const created = await books.eventTypes(invoice_id);
      const allowed = allowedSteps(before);
      for (const step of STEPS.filter((one) => !allowed.includes(one))) {
        const { status, body } = await take[step](invoice_id);
        const pair = `${name}, ${step}`;
        const [expected, code] = REFUSED[step][name]!;
        assert.deepEqual([status, body.code], [expected, code], pair);
        if (status === 409) {
          assert.deepEqual([body.status_now, body.allowed], [before.status, allowed], pair);
        }
        assert.deepEqual(await books.read(invoice_id), before, pair);
      }
      assert.deepEqual(await books.eventTypes(invoice_id), created);
      for (const [place, step] of allowed.entries()) {
        const { invoice_id: id } = place === 0 ? before : await create();
        const { status } = await take[step](id);
        assert([200, 201].includes(status), `${name}, ${step}`);
        const emitted = (await books.eventTypes(id)).length - created.length;
        assert(emitted > 0, `${name}, ${step}`);
      }
    });
  }

  it('are described in the API reference by the same table', () => {
    // What the routes make of it is compared with this file in interface.test.ts.
    const { paths } = JSON.parse(readFileSync(join(CHECKOUT, 'openapi.json'), 'utf8'));
    for (const [step, path, method] of [
      ['update', '/v1/invoices/{id}', 'patch'],
      ['send', '/v1/invoices/{id}/send', 'post'],
      ['pay', '/v1/invoices/{id}/payments', 'post'],
      ['refund', '/v1/invoices/{id}/refunds', 'post'],
      ['void', '/v1/invoices/{id}/void', 'post'],
    ] as const) {
      assert(paths[path][method].description.includes(whenAllowed(step)), step);
    }
    assert.equal(
      whenAllowed('refund'),
      'Allowed while the invoice is `partially_paid` or `paid` and its `paid` amount is above 0.',
    );
  });
});
