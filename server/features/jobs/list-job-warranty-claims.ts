import { read } from '../../platform/http/operation.ts';
import { listQuery, pagesOf } from '../../platform/paging.ts';
import { listClaimRows, toClaim } from './claim-queries.ts';
import { WarrantyClaim } from './claim-schemas.ts';
import { newestOfJob } from './record-row.ts';

export const listJobWarrantyClaims = read({
  id: 'listJobWarrantyClaims',
  path: '/v1/jobs/{id}/warranty-claims',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:read', 'jobs:own'],
  summary: 'List the warranty claims of a job',
  description: 'Returns the warranty claims of a job, newest first.',
  query: listQuery({}),
  responses: pagesOf(WarrantyClaim, 'The warranty claims, newest first.'),
  run: newestOfJob('claim', listClaimRows, toClaim),
});
