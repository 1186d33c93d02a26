import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findSecret, toSecret } from './queries.ts';
import { Secret } from './schemas.ts';

export const getSecret = read({
  id: 'getSecret',
  path: '/v1/secrets/{id}',
  tag: 'Secrets',
  resource: 'secret',
  scopes: ['secrets:read'],
  summary: 'Get a secret',
  description: 'Returns a secret, also a deleted one, without its value.',
  responses: returns(Secret, 'The secret, without its value.'),
  run: showById(findSecret, toSecret),
});
