import { conflict } from '../../platform/errors.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { teamCreated } from './events.ts';
import { checkMembers, readMembers } from './members.ts';
import { teamResource } from './queries.ts';
import { CreateTeamBody, Team } from './schemas.ts';

export const createTeam = mutation({
  id: 'createTeam',
  method: 'POST',
  path: '/v1/teams',
  tag: 'Teams',
  resource: 'team',
  scopes: ['teams:write'],
  summary: 'Create a team',
  description:
    'Creates a team of active users of your organization. A user can be in several teams.',
  body: CreateTeamBody,
  responses: creates(Team, 'The new team.'),
  problems: ['team_name_taken'],
  check: checkMembers,
  refusals: { teams_name_unique: nameTaken },
  async run(tx, { body }) {
    const row = {
      team_id: newUuid(),
      name: body.name.trim(),
      members: await readMembers(tx, body.members ?? [], []),
      active: body.active ?? true,
      created_at: tx.now,
      updated_at: tx.now,
    };
    return { status: 201, body: createResource(tx, teamResource, row, teamCreated) };
  },
});

export function nameTaken() {
  return conflict(
    'team_name_taken',
    'Another active team of your organization already has this name. Choose another name, or deactivate that team first.',
  );
}
