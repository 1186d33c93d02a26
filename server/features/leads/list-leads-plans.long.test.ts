import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { assertReadBy, multiplyRow } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { type LeadFilters, listLeadRows } from './list-leads-query.ts';

const ALL: LeadFilters = {
  statuses: null,
  sources: null,
  assignedTo: null,
  unassigned: null,
  capturedFrom: null,
  capturedBefore: null,
  booked: null,
  outcomes: null,
  relation: null,
  services: null,
  customerId: null,
  campaign: null,
  metadata: null,
  includeDeleted: false,
  search: null,
};

describe('with 20,000 leads', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const id = uuidFrom('lead', await makeResource('lead', service, organization));
    const row = { table: 'leads', key: 'lead_id', id };
    await multiplyRow(service, row, `'lifecycle_number', n::text, 'source_ref', null`);
    const { owner } = service;
    await owner.query('set session_replication_role = replica');
    await owner.query(
      'insert into contact_keys (organization_id, key, contact_id) select organization_id, hashtext(lifecycle_number) % 500, lead_id from leads on conflict do nothing',
    );
    await owner.query('reset session_replication_role');
    await owner.query('analyze contact_keys');
  });

  for (const filters of [
    { campaign: 'spring' },
    { metadata: { franchise: '12' } },
    { campaign: 'spring', metadata: { franchise: '12' } },
    { campaign: 'spring', includeDeleted: true },
  ]) {
    it(`a list by ${Object.keys(filters).join(' and ')} reads the keys of it, then leads by id`, async () => {
      const send = (tx: Parameters<typeof listLeadRows>[0]) =>
        listLeadRows(tx, { ...ALL, ...filters }, null, 51);
      const keys = { table: 'contact_keys', index: 'contact_keys_pkey' };
      await assertReadBy(service, organization, keys, send);
      await assertReadBy(service, organization, { table: 'leads', index: 'leads_pkey' }, send);
    });
  }
});
