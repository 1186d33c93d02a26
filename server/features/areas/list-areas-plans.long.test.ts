import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { assertReadBy, multiplyRow } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { listAreaRows } from './queries.ts';

describe('with 20,000 areas', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const id = uuidFrom('area', await makeResource('area', service, organization));
    await multiplyRow(service, { table: 'areas', key: 'area_id', id }, `'name', n::text`);
  });

  it('a page is read from areas_pkey', () =>
    assertReadBy(service, organization, { table: 'areas', index: 'areas_pkey' }, (tx) =>
      listAreaRows(tx, null, 51),
    ));
});
