import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findErasure, toErasure } from './erasure-queries.ts';
import { Erasure } from './schemas.ts';

export const getErasure = read({
  id: 'getErasure',
  path: '/v1/erasures/{id}',
  tag: 'Privacy',
  resource: 'erasure',
  scopes: ['privacy:read', 'privacy:write'],
  summary: 'Get an erasure',
  description: 'Returns an erasure with its progress: ids and counts only.',
  responses: returns(Erasure, 'The erasure.'),
  run: showById(findErasure, toErasure),
});
