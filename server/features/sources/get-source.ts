import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findSource, toSource } from './queries.ts';
import { Source } from './schemas.ts';

export const getSource = read({
  id: 'getSource',
  path: '/v1/sources/{id}',
  tag: 'Sources',
  resource: 'source',
  scopes: ['sources:read'],
  summary: 'Get a source',
  description: 'Returns a source with its address, without its secrets.',
  responses: returns(Source, 'The source.'),
  async run(tx, { params, baseUrl }) {
    return toSource(await findSource(tx, params.id), baseUrl);
  },
});
