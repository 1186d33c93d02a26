import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findQuotas } from './quota-queries.ts';
import { Quotas } from './quota-schemas.ts';

export const getQuotas = read({
  id: 'getQuotas',
  path: '/v1/organization/quotas',
  tag: 'Organizations',
  resource: 'organization',
  scopes: ['organization:read'],
  summary: 'Get your quotas',
  description:
    'Returns how many of each resource your organization has, and can have. Beyond that, creating one is refused with `quota_exceeded`.',
  responses: returns(Quotas, 'The quotas.'),
  run: (tx) => findQuotas(tx),
});
