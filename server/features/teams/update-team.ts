import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { nameTaken } from './create-team.ts';
import { teamUpdated } from './events.ts';
import { checkMembers, readMembers } from './members.ts';
import { lockTeam, teamResource } from './queries.ts';
import { Team, UpdateTeamBody } from './schemas.ts';

export const updateTeam = mutation({
  id: 'updateTeam',
  method: 'PATCH',
  path: '/v1/teams/{id}',
  tag: 'Teams',
  resource: 'team',
  scopes: ['teams:write'],
  summary: 'Update a team',
  description:
    'Changes the fields you send; `members` replaces the whole list. A team cannot be deleted: `active: false` deactivates it, and another team can then use its name.',
  body: UpdateTeamBody,
  responses: returns(Team, 'The updated team.'),
  problems: ['team_name_taken'],
  check: checkMembers,
  refusals: { teams_name_unique: nameTaken },
  async run(tx, { params, body }) {
    const before = await lockTeam(tx, params.id);
    const after = {
      ...before,
      name: body.name?.trim() ?? before.name,
      members: body.members ? await readMembers(tx, body.members, before.members) : before.members,
      active: body.active ?? before.active,
    };
    return { status: 200, body: updateResource(tx, teamResource, before, after, teamUpdated) };
  },
});
