import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { listTokenRows, toToken } from './queries.ts';
import { Token } from './schemas.ts';

export const listTokens = read({
  id: 'listTokens',
  path: '/v1/tokens',
  tag: 'Tokens',
  resource: 'token',
  scopes: ['tokens:read'],
  summary: 'List tokens',
  description:
    'The tokens of your organization, revoked ones included, newest first. No secret is shown.',
  query: listQuery({}),
  answers: {
    200: { description: 'A page of tokens.', body: page(Token, 'The tokens, newest first.') },
  },
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listTokenRows(tx, readIdCursor('token', query.cursor), limit + 1);
    return pageOf(rows, limit, toToken, (row) => idCursor('token', row.token_id));
  },
});
