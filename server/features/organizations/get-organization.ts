import { read } from '../../platform/http/operation.ts';
import { findOrganization, toOrganization } from './organization-queries.ts';
import { Organization } from './organization-schemas.ts';

export const getOrganization = read({
  id: 'getOrganization',
  path: '/v1/organization',
  tag: 'Organizations',
  resource: 'organization',
  scopes: ['organization:read'],
  summary: 'Read your organization',
  description: 'The organization that the token belongs to, with its settings.',
  answers: { 200: { description: 'The organization.', body: Organization } },
  async run(tx) {
    return toOrganization(await findOrganization(tx));
  },
});
