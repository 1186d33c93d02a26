import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findOrganization, toOrganization } from './organization-queries.ts';
import { Organization } from './organization-schemas.ts';

export const getOrganization = read({
  id: 'getOrganization',
  path: '/v1/organization',
  tag: 'Organizations',
  resource: 'organization',
  scopes: ['organization:read'],
  summary: 'Get your organization',
  description:
    'Returns the organization of your token, the company that you work for, with its settings and business hours.',
  responses: returns(Organization, 'The organization.'),
  async run(tx) {
    return toOrganization(await findOrganization(tx));
  },
});
