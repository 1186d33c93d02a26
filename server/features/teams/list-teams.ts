import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { listTeamRows, toTeam } from './queries.ts';
import { Team } from './schemas.ts';

export const listTeams = read({
  id: 'listTeams',
  path: '/v1/teams',
  tag: 'Teams',
  resource: 'team',
  scopes: ['teams:read'],
  summary: 'List teams',
  description: 'The teams of your organization, active or not, newest first.',
  query: listQuery({}),
  answers: {
    200: { description: 'A page of teams.', body: page(Team, 'The teams, newest first.') },
  },
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listTeamRows(tx, readIdCursor('team', query.cursor), limit + 1);
    return pageOf(rows, limit, toTeam, (row) => idCursor('team', row.team_id));
  },
});
