import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { assertReadBy, multiplyRow, SOME_UUID } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { type EstimateFilters, listEstimateRows } from './list-estimates-query.ts';

describe('with 20,000 estimates', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const id = uuidFrom('estimate', await makeResource('estimate', service, organization));
    await multiplyRow(
      service,
      { table: 'estimates', key: 'estimate_id', id },
      `'number', 'EST-' || n, 'lifecycle_number', (n % 4000)::text, 'status', case when n % 4 = 0 then 'draft' else 'expired' end, 'sent_at', case when n % 4 > 0 then now() end`,
    );
  });

  const ALL: EstimateFilters = {
    statuses: null,
    leadId: null,
    customerId: null,
    lifecycleNumber: null,
    number: null,
  };
  for (const [filters, index] of [
    [{}, 'estimates_pkey'],
    [{ statuses: ['draft', 'sent'] }, 'estimates_by_status'],
    [{ leadId: SOME_UUID }, 'estimates_by_lifecycle'],
    [{ customerId: SOME_UUID }, 'estimates_by_lifecycle'],
    [{ lifecycleNumber: '100042-7' }, 'estimates_by_lifecycle'],
    [{ number: 'EST-000042' }, 'estimates_number_unique'],
  ] as const) {
    it(`a list by ${Object.keys(filters).join(' and ') || 'nothing'} is read from ${index}`, () =>
      assertReadBy(service, organization, { table: 'estimates', index }, (tx) =>
        listEstimateRows(tx, { ...ALL, ...filters }, null, 51),
      ));
  }
});
