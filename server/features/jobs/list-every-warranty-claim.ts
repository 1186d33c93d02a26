import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { listEveryClaimRow, toClaim } from './record-queries.ts';
import { CLAIM_STATUSES, type ClaimStatus, WarrantyClaim } from './record-schemas.ts';

export const listEveryWarrantyClaim = read({
  id: 'listEveryWarrantyClaim',
  path: '/v1/warranty-claims',
  tag: 'Jobs',
  resource: 'warranty claim',
  scopes: ['jobs:read'],
  summary: 'List the warranty claims of all jobs',
  description: 'What was claimed under any warranty of your organization, newest first.',
  query: listQuery({
    status: Type.Optional(
      Type.Unsafe<ClaimStatus>({
        type: 'string',
        enum: [...CLAIM_STATUSES],
        description: 'Only claims with this status.',
        examples: ['open'],
      }),
    ),
  }),
  answers: {
    200: {
      description: 'A page of warranty claims.',
      body: page(WarrantyClaim, 'The warranty claims, newest first.'),
    },
  },
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = readIdCursor('claim', query.cursor);
    const rows = await listEveryClaimRow(tx, query.status ?? null, before, limit + 1);
    return pageOf(rows, limit, toClaim, (row) => idCursor('claim', row.claim_id));
  },
});
