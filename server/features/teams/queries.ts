import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import type { Team } from './schemas.ts';

export interface TeamRow {
  team_id: string;
  name: string;
  members: string[];
  active: boolean;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `team_id, name, active, created_at, updated_at,
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

const insertRow = statement(
  'insert_team',
  `insert into teams (organization_id, team_id, name, active, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6)`,
);

export function insertTeam(tx: Tx, row: TeamRow): void {
  tx.query(insertRow, [
    tx.organizationId,
    row.team_id,
    row.name,
    row.active,
    row.created_at,
    row.updated_at,
  ]);
  setMembers(tx, row);
}

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

export async function findTeam(tx: Tx, teamId: string): Promise<TeamRow> {
  const [row] = await tx.query<TeamRow>(selectTeam, [tx.organizationId, teamId]);
  if (!row) throw notFound('team');
  return row;
}

const lockRow = statement(
  'lock_team',
  'select from teams where organization_id = $1 and team_id = $2 for no key update',
);

/**
 * Two statements: one that had to wait for the lock would see the members as they were before it waited.
 * They are sent in one go.
 */
export async function lockTeam(tx: Tx, teamId: string): Promise<TeamRow> {
  tx.query(lockRow, [tx.organizationId, teamId]);
  return findTeam(tx, teamId);
}

const updateRow = statement(
  'update_team',
  `update teams set name = $3, active = $4, updated_at = $5
   where organization_id = $1 and team_id = $2`,
);

export function saveTeam(tx: Tx, row: TeamRow): void {
  tx.query(updateRow, [tx.organizationId, row.team_id, row.name, row.active, row.updated_at]);
  setMembers(tx, row);
}

const selectTeams = statement(
  'list_teams',
  `select ${COLUMNS} from teams t
   where organization_id = $1 and team_id < $2
   order by team_id desc limit $3`,
);

export function listTeamRows(tx: Tx, before: string | null, limit: number): Promise<TeamRow[]> {
  // As a value: row-level security keeps a condition with coalesce() out of an index.
  const bound = before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  return tx.query<TeamRow>(selectTeams, [tx.organizationId, bound, limit]);
}
