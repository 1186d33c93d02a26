import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { assertReadBy } from '../../testing/plans.ts';
import { listPriceItemRows } from './queries.ts';

describe('with 20,000 price items', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const code = await makeResource('price_item_code', service, organization);
    await service.owner.query(
      `insert into price_items select made.* from price_items r, generate_series(1, 20000) as n,
         jsonb_populate_record(null::price_items, to_jsonb(r) || jsonb_build_object('code', 'item_' || n)) as made
       where r.code = $1`,
      [code],
    );
    await service.owner.query('analyze price_items');
  });

  for (const filters of [{}, { kind: 'part' }, { active: true }, { kind: 'fee', active: false }]) {
    it(`a page by ${Object.keys(filters).join(' and ') || 'nothing'} is read in the order of the codes`, () =>
      assertReadBy(
        service,
        organization,
        { table: 'price_items', index: 'price_items_pkey' },
        (tx) =>
          listPriceItemRows(tx, { after: '', kind: null, active: null, limit: 51, ...filters }),
      ));
  }
});
