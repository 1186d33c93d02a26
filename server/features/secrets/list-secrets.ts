import { read } from '../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
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
  async run(tx, { query }) {
    return pageById(query, 'secret', {
      rows: (before, limit) => listSecretRows(tx, before, limit),
      idOf: (row) => row.secret_id,
      toItem: toSecret,
    });
  },
});
