import Type from 'typebox';
import { toPublicId, toUuid } from '../../../domain/ids.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { changeLeadFields, lockActiveLead } from '../../leads/index.ts';
import { activeUsersAmong } from '../../organizations/index.ts';
import { findTeam } from '../../teams/index.ts';
import { checkAssignee } from './checks.ts';
import { type Assignee, assigneeFields, CLOSED } from './fields.ts';
import { step } from './step.ts';
import { StepFailure } from './step-failure.ts';
import { leadOf } from './subject.ts';

/** Gives the lead to a user, or to the member of a team who is next. */
export const assign = step({
  do: 'assign',
  schema: Type.Unsafe<Assignee>(Type.Object(assigneeFields, CLOSED)),
  check: checkAssignee,
  async perform({ tx, run, step, organization, show }) {
    show(step.with);
    const leadId = leadOf(run);
    // Before the turn is taken, so that two runs of one lead wait for each other in one order.
    if ('team_id' in step.with) await lockActiveLead(tx, leadId);
    const assigned_to =
      'team_id' in step.with
        ? toPublicId('user', await takeTurn(tx, step.with.team_id))
        : step.with.user_id;
    const { country } = await organization();
    const lead = await changeLeadFields(tx, leadId, { assigned_to }, country);
    return { status: 'completed', output: { assigned_to }, now: { lead } };
  },
});

/** The one behind whoever was last, around once; who has left the team counts as the one before the first. */
const takeTurnInTeam = statement(
  'take_turn_in_team',
  `insert into team_turns (organization_id, team_id, last_user_id) values ($1, $2, ($4::uuid[])[1])
   on conflict (organization_id, team_id) do update set last_user_id = (
     select member from unnest($3::uuid[]) with ordinality as everybody (member, place)
     where member = any ($4::uuid[])
     order by place <= coalesce(array_position($3::uuid[], team_turns.last_user_id), 0), place limit 1
   )
   returning last_user_id`,
);

async function takeTurn(tx: Tx, publicTeamId: string): Promise<string> {
  const teamId = toUuid('team', publicTeamId);
  const team = teamId === null ? null : await findTeam(tx, teamId);
  const everybody = team?.active ? team.members : [];
  const active = everybody.length > 0 ? await activeUsersAmong(tx, everybody) : new Set();
  const members = everybody.filter((member) => active.has(member));
  if (members.length > 0) {
    // One statement, so that runs that take their turns together take one turn each in the team.
    const values = [tx.organizationId, teamId, everybody, members];
    const [turn] = await tx.query<{ last_user_id: string }>(takeTurnInTeam, values);
    if (turn) return turn.last_user_id;
  }
  const detail = 'Nobody of the team is active. Give it members, or assign to somebody else.';
  throw new StepFailure('team_has_nobody', detail);
}
