import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { listAllClaimRows, toClaim } from './claim-queries.ts';
import { CLAIM_STATUSES, type ClaimStatus, WarrantyClaim } from './claim-schemas.ts';

export const listWarrantyClaims = read({
  id: 'listWarrantyClaims',
  path: '/v1/warranty-claims',
  tag: 'Jobs',
  resource: 'warranty claim',
  scopes: ['jobs:read', 'jobs:own'],
  summary: 'List warranty claims',
  description: 'Returns the warranty claims of all jobs of your organization, newest first.',
  query: listQuery({
    status: Type.Optional(
      Type.Unsafe<ClaimStatus>({
        type: 'string',
        enum: [...CLAIM_STATUSES],
        description: 'Return only claims with this status.',
        examples: ['open'],
      }),
    ),
  }),
  responses: pagesOf(WarrantyClaim, 'The warranty claims, newest first.'),
  async run(tx, { query }) {
    return pageById(
      query,
      'claim',
      (before, limit) => listAllClaimRows(tx, query.status ?? null, before, limit),
      toClaim,
    );
  },
});
