import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { assertReadBy, multiplyRow } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { listRuleRows } from './queries.ts';

describe('with 20,000 rules', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const id = uuidFrom(
      'capacity_rule',
      await makeResource('capacity_rule', service, organization),
    );
    await multiplyRow(
      service,
      { table: 'capacity_rules', key: 'capacity_rule_id', id },
      `'max_visits', n % 9`,
    );
  });

  it('a page is read from capacity_rules_pkey', () =>
    assertReadBy(
      service,
      organization,
      { table: 'capacity_rules', index: 'capacity_rules_pkey' },
      (tx) => listRuleRows(tx, null, 51),
    ));
});
