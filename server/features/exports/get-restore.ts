import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findRestore, toRestore } from './restore-queries.ts';
import { Restore } from './schemas.ts';

export const getRestore = read({
  id: 'getRestore',
  path: '/v1/restores/{id}',
  tag: 'Exports',
  resource: 'restore',
  scopes: ['exports:write'],
  summary: 'Get a restore',
  description: 'Returns the progress and result of a restore.',
  responses: returns(Restore, 'The restore.'),
  run: showById(findRestore, toRestore),
});
