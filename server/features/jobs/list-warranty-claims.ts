import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { findJob } from './queries.ts';
import { listClaimRows, toClaim } from './record-queries.ts';
import { WarrantyClaim } from './record-schemas.ts';

export const listWarrantyClaims = read({
  id: 'listWarrantyClaims',
  path: '/v1/jobs/{id}/warranty-claims',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:read'],
  params: { id: 'job' },
  summary: 'List the warranty claims of a job',
  description: 'What was claimed under its warranty, newest first.',
  query: listQuery({}),
  answers: {
    200: {
      description: 'A page of warranty claims.',
      body: page(WarrantyClaim, 'The warranty claims, newest first.'),
    },
  },
  async run(tx, { params, query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = readIdCursor('claim', query.cursor);
    const [, rows] = await Promise.all([
      findJob(tx, params.id),
      listClaimRows(tx, params.id, before, limit + 1),
    ]);
    return pageOf(rows, limit, toClaim, (row) => idCursor('claim', row.claim_id));
  },
});
