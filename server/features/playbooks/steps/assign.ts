import { toPublicId, toUuid } from '../../../domain/ids.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { changeLeadFields, lockLivingLead } from '../../leads/index.ts';
import { activeUsersAmong } from '../../organizations/index.ts';
import { findTeam } from '../../teams/index.ts';
import { StepFailure } from '../runtime/step-failure.ts';
import type { PerformStep } from './step.ts';
import { leadOf } from './subject.ts';

/** Gives the lead to a user, or to whoever of a team comes next. */
export const assignStep: PerformStep<'assign'> = async (work) => {
  const { tx, run, step, context } = work;
  const { user_id, team_id } = step.with;
  work.show(step.with);
  const leadId = leadOf(run);
  // Before the turn is taken, so that two runs of one lead wait for each other in one order.
  if (user_id === undefined) await lockLivingLead(tx, leadId);
  const assigned_to = user_id ?? toPublicId('user', await nextOf(tx, team_id!));
  const { country } = await context.organization;
  const lead = await changeLeadFields(tx, leadId, { assigned_to }, country);
  return { status: 'completed', output: { assigned_to }, now: { lead } };
};

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

async function nextOf(tx: Tx, publicTeamId: string): Promise<string> {
  const teamId = toUuid('team', publicTeamId);
  const team = teamId === null ? null : await findTeam(tx, teamId);
  const active = team?.active ? await activeUsersAmong(tx, team.members) : new Set();
  const members = team?.members.filter((member) => active.has(member)) ?? [];
  if (members.length === 0) {
    const detail = 'Nobody of the team is active. Give it members, or assign to somebody else.';
    throw new StepFailure('team_has_nobody', detail);
  }
  // One statement, so that runs that are worked off together take one turn each.
  const values = [tx.organizationId, teamId, team!.members, members];
  const [turn] = await tx.query<{ last_user_id: string }>(takeTurnInTeam, values);
  return turn!.last_user_id;
}
