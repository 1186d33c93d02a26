import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { assertReadBy, multiplyRow, SOME_UUID } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { listEquipmentRows } from './queries.ts';

describe('with 20,000 machines', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const id = uuidFrom('equipment', await makeResource('equipment', service, organization));
    await multiplyRow(
      service,
      { table: 'equipment', key: 'equipment_id', id },
      `'property_id', md5((n % 4000)::text)::uuid, 'lifecycle_number', (n % 4000)::text`,
    );
  });

  const ALL = { property: null, leads: null, number: null };
  for (const [filters, index] of [
    [{}, 'equipment_pkey'],
    [{ property: SOME_UUID }, 'equipment_by_property'],
    [{ leads: [SOME_UUID] }, 'equipment_by_property'],
    [{ number: '100042-7' }, 'equipment_by_lifecycle'],
  ] as const) {
    it(`a list by ${Object.keys(filters).join(' and ') || 'nothing'} is read from ${index}`, () =>
      assertReadBy(service, organization, { table: 'equipment', index }, (tx) =>
        listEquipmentRows(tx, {
          filters: { ...ALL, ...filters },
          statuses: null,
          before: null,
          limit: 51,
        }),
      ));
  }
});
