import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { assertReadBy, multiplyRow, SOME_UUID } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { listLinkRows } from './queries.ts';

describe('with 20,000 links', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const id = uuidFrom('link', await makeResource('link', service, organization));
    await multiplyRow(
      service,
      { table: 'links', key: 'link_id', id },
      `'key_hash', null, 'target_id', md5(n::text)::uuid, 'lifecycle_number', (n % 4000)::text`,
    );
  });

  const ALL = { purpose: null, target: null, number: null };
  for (const [filters, index] of [
    [{}, 'links_pkey'],
    [{ purpose: 'visit' }, 'links_pkey'],
    [{ target: SOME_UUID }, 'links_by_target'],
    [{ number: '100042-7' }, 'links_by_lifecycle'],
  ] as const) {
    it(`a list by ${Object.keys(filters).join(' and ') || 'nothing'} is read from ${index}`, () =>
      assertReadBy(service, organization, { table: 'links', index }, (tx) =>
        listLinkRows(tx, {
          filters: { ...ALL, ...filters },
          statuses: null,
          before: null,
          limit: 51,
        }),
      ));
  }
});
