import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listTeamRows, toTeam } from './queries.ts';
import { Team } from './schemas.ts';

export const listTeams = read({
  id: 'listTeams',
  path: '/v1/teams',
  tag: 'Teams',
  resource: 'team',
  scopes: ['teams:read'],
  summary: 'List teams',
  description: 'Returns the teams of your organization, active and inactive, newest first.',
  query: listQuery({}),
  responses: pagesOf(Team, 'The teams, newest first.'),
  run: newestFirst('team', listTeamRows, toTeam),
});
