import { before, describe, it } from 'node:test';
import { makeResourceFor } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { assertReadBy, multiplyRow, SOME_UUID } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { listUnmatchedRows } from './payment-queries.ts';

describe('with 20,000 payments at the provider', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const made = await makeResourceFor('matchPayment', 'payment', service, organization);
    const id = uuidFrom('payment', made);
    // One in a hundred is on no invoice.
    await multiplyRow(
      service,
      { table: 'provider_payments', key: 'payment_id', id },
      `'provider_payment_id', 'pi_' || n, 'invoice_id', md5((n % 9000)::text)::uuid,
       'status', case when n % 100 = 0 then 'unmatched' else 'recorded' end,
       'reason', case when n % 100 = 0 then 'invoice_paid' end`,
    );
  });

  for (const [filters, index] of [
    [{}, 'provider_payments_by_status'],
    [{ provider: 'stripe' }, 'provider_payments_by_status'],
    [{ invoices: [SOME_UUID] }, 'provider_payments_by_(invoice|status)'],
  ] as const) {
    it(`those on no invoice by ${Object.keys(filters).join(' and ') || 'nothing else'} are read from ${index}`, () =>
      assertReadBy(service, organization, { table: 'provider_payments', index }, (tx) =>
        listUnmatchedRows(
          tx,
          { invoices: null, provider: null, ...filters },
          ['unmatched', 'returned'],
          null,
          51,
        ),
      ));
  }
});
