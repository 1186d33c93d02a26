import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findFollowUp, toFollowUp } from './queries.ts';
import { FollowUp } from './schemas.ts';

export const getFollowUp = read({
  id: 'getFollowUp',
  path: '/v1/follow-ups/{id}',
  tag: 'Follow-ups',
  resource: 'follow-up',
  scopes: ['follow_ups:read', 'follow_ups:own'],
  summary: 'Get a follow-up',
  description: 'Returns one follow-up.',
  responses: returns(FollowUp, 'The follow-up.'),
  run: showById(findFollowUp, toFollowUp),
});
