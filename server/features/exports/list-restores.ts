import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listRestoreRows, toRestore } from './restore-queries.ts';
import { Restore } from './schemas.ts';

export const listRestores = read({
  id: 'listRestores',
  path: '/v1/restores',
  tag: 'Exports',
  resource: 'restore',
  scopes: ['exports:write'],
  summary: 'List restores',
  description: 'Returns the restores of your organization, newest first.',
  query: listQuery({}),
  responses: pagesOf(Restore, 'The restores, newest first.'),
  run: newestFirst('restore', listRestoreRows, toRestore),
});
