import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findFile, toFileWithName } from './queries.ts';
import { StoredFileWithName } from './schemas.ts';

export const getFile = read({
  id: 'getFile',
  path: '/v1/files/{id}',
  tag: 'Files',
  resource: 'file',
  scopes: ['files:read', 'files:own'],
  summary: 'Get a file',
  description: 'Returns what is known of a file, without its content.',
  responses: returns(StoredFileWithName, 'The file.'),
  run: showById(findFile, toFileWithName),
});
