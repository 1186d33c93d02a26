import { read } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { showById } from '../../../platform/http/show-by-id.ts';
import { findOptOut, toOptOut } from './queries.ts';
import { OptOut } from './schemas.ts';

export const getOptOut = read({
  id: 'getOptOut',
  path: '/v1/opt-outs/{id}',
  tag: 'Communications',
  resource: 'opt-out',
  scopes: ['communications:read'],
  summary: 'Get an opt-out',
  description:
    'Returns an opt-out: how and when the contact opted out, and whether it is still active.',
  responses: returns(OptOut, 'The opt-out.'),
  run: showById(findOptOut, toOptOut),
});
