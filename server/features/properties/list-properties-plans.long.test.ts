import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { assertReadBy, multiplyRow, SOME_UUID } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { listPropertyRows } from './queries.ts';

describe('with 20,000 properties', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const id = uuidFrom('property', await makeResource('property', service, organization));
    await multiplyRow(
      service,
      { table: 'properties', key: 'property_id', id },
      `'lead_id', md5((n % 4000)::text)::uuid, 'lifecycle_number', (n % 4000)::text, 'normal_postal_code', (n % 500)::text`,
    );
  });

  const ALL = { leads: null, postal: null, number: null };
  for (const [filters, index] of [
    [{}, 'properties_pkey'],
    [{ leads: [SOME_UUID] }, 'properties_by_lead'],
    [{ postal: '97205' }, 'properties_by_postal_code'],
    [{ number: '100042-7' }, 'properties_by_lifecycle'],
  ] as const) {
    it(`a list by ${Object.keys(filters).join(' and ') || 'nothing'} is read from ${index}`, () =>
      assertReadBy(service, organization, { table: 'properties', index }, (tx) =>
        listPropertyRows(tx, {
          filters: { ...ALL, ...filters },
          statuses: null,
          before: null,
          limit: 51,
        }),
      ));
  }
});
