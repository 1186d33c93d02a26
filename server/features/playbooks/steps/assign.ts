import Type from 'typebox';
import { toPublicId, toUuid } from '../../../domain/ids.ts';
import { idInput } from '../../../domain/reference-fields.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { changeLeadFields } from '../../leads/index.ts';
import { activeUsersAmong } from '../../organizations/index.ts';
import { findTeam } from '../../teams/index.ts';
import { checkAssignee } from './checks.ts';
import { type Assignee, CLOSED, ONE_ASSIGNEE } from './fields.ts';
import { step } from './step.ts';
import { StepFailure } from './step-failure.ts';

export const assign = step({
  do: 'assign',
  description: 'Assigns the lead to a user, or to the members of a team in turn.',
  target: () => 'lead',
  needs: () => [['leads:write']],
  schema: Type.Unsafe<Assignee>(
    Type.Object(
      {
        user_id: idInput('user', 'Id of the user to assign.'),
        team_id: idInput('team', 'Id of the team whose next member is assigned.'),
      },
      { ...CLOSED, ...ONE_ASSIGNEE },
    ),
  ),
  check: checkAssignee,
  async perform({ tx, step, organization, lockLead, traceInput }) {
    traceInput(step.with);
    // Lock the lead before the rotation, so that two runs of one lead take their locks in the same order.
    const before = await lockLead();
    const assigned_to =
      'team_id' in step.with
        ? toPublicId('user', await nextInRotation(tx, step.with.team_id))
        : step.with.user_id;
    const { country } = await organization();
    const lead = await changeLeadFields(tx, before, { assigned_to }, country);
    return { status: 'completed', output: { assigned_to }, lead };
  },
});

/** The active member after the last one, wrapping around. If the last one has left the team, it starts at the first. */
const takeTurnInTeam = statement(
  'take_turn_in_team',
  'select take_turn_in_team($1, $2, $3, $4) as last_user_id',
);

async function nextInRotation(tx: Tx, publicTeamId: string): Promise<string> {
  const teamId = toUuid('team', publicTeamId);
  const team = teamId === null ? null : await findTeam(tx, teamId);
  const members = team?.active ? team.members : [];
  const activeUsers = members.length > 0 ? await activeUsersAmong(tx, members) : new Set();
  const activeMembers = members.filter((member) => activeUsers.has(member));
  if (activeMembers.length > 0) {
    // One statement, so that concurrent runs each advance the rotation by one.
    const values = [tx.organizationId, teamId, members, activeMembers];
    const [turn] = await tx.query<{ last_user_id: string }>(takeTurnInTeam, values);
    if (turn) return turn.last_user_id;
  }
  const detail =
    'The team has no active members. Add members, or assign the lead to another user or team.';
  throw new StepFailure('team_has_nobody', detail);
}
