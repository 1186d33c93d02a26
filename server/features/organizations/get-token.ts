import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { CurrentToken } from './me-schemas.ts';
import { findToken, toToken } from './token-queries.ts';

export const getToken = read({
  id: 'getToken',
  path: '/v1/token',
  tag: 'Tokens',
  resource: 'token',
  scopes: [],
  summary: 'Get your token',
  description:
    'Returns the token that you send, with the scopes that are in effect, and without its secret. Every token can use it.',
  responses: returns(CurrentToken, 'The token.'),
  async run(tx, { caller }) {
    return { ...toToken(await findToken(tx, caller.tokenId)), scopes: [...caller.scopes] };
  },
});
