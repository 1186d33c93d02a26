import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listTokenRows, toToken } from './token-queries.ts';
import { Token } from './token-schemas.ts';

export const listTokens = read({
  id: 'listTokens',
  path: '/v1/tokens',
  tag: 'Tokens',
  resource: 'token',
  scopes: ['tokens:read'],
  summary: 'List tokens',
  description:
    'Returns the tokens of your organization, including revoked ones, newest first. Secrets are never shown.',
  query: listQuery({}),
  responses: pagesOf(Token, 'The tokens, newest first.'),
  run: newestFirst('token', listTokenRows, toToken),
});
