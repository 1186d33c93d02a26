import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findOrganization } from '../organizations/index.ts';
import { findRetention, toRetention } from './retention-queries.ts';
import { Retention } from './schemas.ts';

export const getRetention = read({
  id: 'getRetention',
  path: '/v1/organization/retention',
  tag: 'Privacy',
  resource: 'organization',
  scopes: ['organization:read'],
  summary: 'Get the retention settings',
  description: 'Returns after how many days values expire. By default nothing expires.',
  responses: returns(Retention, 'The retention settings.'),
  async run(tx) {
    const row = await findRetention(tx);
    if (row !== null) return toRetention(row);
    const { created_at } = await findOrganization(tx);
    const none = { transcripts_days: null, messages_days: null, deliveries_days: null };
    const { organizationId: organization_id } = tx;
    const since = { created_at, updated_at: created_at };
    return toRetention({
      organization_id,
      ...none,
      raw_payloads_days: null,
      replaced: {},
      ...since,
    });
  },
});
