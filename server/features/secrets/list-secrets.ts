import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listSecretRows, toSecret } from './queries.ts';
import { Secret } from './schemas.ts';

export const listSecrets = read({
  id: 'listSecrets',
  path: '/v1/secrets',
  tag: 'Secrets',
  resource: 'secret',
  scopes: ['secrets:read'],
  summary: 'List secrets',
  description: 'Returns the secrets of your organization, newest first, without their values.',
  query: listQuery({}),
  responses: pagesOf(Secret, 'The secrets, newest first.'),
  run: newestFirst('secret', listSecretRows, toSecret),
});
