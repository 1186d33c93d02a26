import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findTeam, toTeam } from './queries.ts';
import { Team } from './schemas.ts';

export const getTeam = read({
  id: 'getTeam',
  path: '/v1/teams/{id}',
  tag: 'Teams',
  resource: 'team',
  scopes: ['teams:read'],
  summary: 'Get a team',
  description: 'Returns the team with its members, whether it is active or not.',
  responses: returns(Team, 'The team.'),
  run: showById(findTeam, toTeam),
});
