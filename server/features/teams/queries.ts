import { toPublicId } from '../../domain/ids.ts';
import { rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import { rowsBefore, table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Team } from './schemas.ts';

interface StoredTeam {
  team_id: string;
  name: string;
  active: boolean;
  created_at: Date;
  updated_at: Date;
}

/** A team with the ids of its members, in the order they were sent. */
export interface TeamRow extends StoredTeam {
  members: string[];
}

const teams = table<StoredTeam>('teams', {
  team_id: 'key',
  name: 'value',
  active: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

const COLUMNS = `${teams.columns},
  array(select m.user_id from team_members m
        where m.organization_id = $1 and m.team_id = t.team_id and m.removed_at is null
        order by m.position) as members`;

export function toTeam(row: TeamRow): Team {
  return {
    team_id: toPublicId('team', row.team_id),
    name: row.name,
    members: row.members.map((userId) => toPublicId('user', userId)),
    active: row.active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function insertTeam(tx: Tx, row: TeamRow): void {
  teams.insert(tx, row);
  setMembers(tx, row);
}

function saveTeam(tx: Tx, row: TeamRow): void {
  teams.update(tx, row);
  setMembers(tx, row);
}

export const teamResource = { insert: insertTeam, save: saveTeam, show: toTeam };

const replaceMembers = statement(
  'replace_team_members',
  'select replace_team_members($1, $2, $3, $4)',
);

function setMembers(tx: Tx, row: TeamRow): void {
  tx.query(replaceMembers, [tx.organizationId, row.team_id, row.members, tx.now]);
}

const selectTeam = statement(
  'select_team',
  `select ${COLUMNS} from teams t where organization_id = $1 and team_id = $2`,
);

export const findTeam = rowFinder<TeamRow>(selectTeam, 'team');

const lockRow = statement(
  'lock_team',
  'select from teams where organization_id = $1 and team_id = $2 for no key update',
);

/**
 * Two statements, sent together. A single statement that waits for the lock would see the members from
 * before the wait.
 */
export async function lockTeam(tx: Tx, teamId: string): Promise<TeamRow> {
  tx.query(lockRow, [tx.organizationId, teamId]);
  return findTeam(tx, teamId);
}

export const listTeamRows = rowsBefore<TeamRow>('list_teams', `${COLUMNS} from teams t`, 'team_id');

const selectActiveTeamsAmong = statement(
  'select_active_teams_among',
  'select team_id from teams where organization_id = $1 and team_id = any ($2) and active',
);

export async function activeTeamsAmong(
  tx: Tx,
  teamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const values = [tx.organizationId, teamIds];
  const rows = await tx.query<{ team_id: string }>(selectActiveTeamsAmong, values);
  return new Set(rows.map(({ team_id }) => team_id));
}
