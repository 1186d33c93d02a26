import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findClaim, toClaim } from './claim-queries.ts';
import { WarrantyClaim } from './claim-schemas.ts';

export const getWarrantyClaim = read({
  id: 'getWarrantyClaim',
  path: '/v1/warranty-claims/{id}',
  tag: 'Jobs',
  resource: 'warranty claim',
  scopes: ['jobs:read', 'jobs:own'],
  params: { id: 'claim' },
  summary: 'Get a warranty claim',
  description: 'Returns a warranty claim with the id of its appointment and its resolution.',
  responses: returns(WarrantyClaim, 'The claim.'),
  run: showById(findClaim, toClaim),
});
