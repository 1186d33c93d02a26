import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import type { Role } from '../../domain/scopes.ts';
import type { WorkingHours } from '../../domain/working-hours.ts';
import { hashToken } from '../../platform/auth/token-format.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { Organization, Scheduling, Token, User } from './schemas.ts';

export interface OrganizationRow extends Scheduling {
  organization_id: string;
  name: string;
  time_zone: string;
  country: string;
  qualification_policy: string;
  working_hours: WorkingHours;
  quiet_allowed_from: string;
  quiet_allowed_until: string;
  created_at: Date;
  updated_at: Date;
}

const ORGANIZATION_COLUMNS = `organization_id, name, time_zone, country, qualification_policy, working_hours,
  minimum_notice_minutes, buffer_minutes, step_minutes, horizon_days, quiet_allowed_from, quiet_allowed_until,
  created_at, updated_at`;

export function toOrganization(row: OrganizationRow): Organization {
  return {
    organization_id: toPublicId('org', row.organization_id),
    name: row.name,
    time_zone: row.time_zone,
    country: row.country,
    qualification_policy: row.qualification_policy,
    working_hours: row.working_hours,
    scheduling: {
      minimum_notice_minutes: row.minimum_notice_minutes,
      buffer_minutes: row.buffer_minutes,
      step_minutes: row.step_minutes,
      horizon_days: row.horizon_days,
    },
    quiet_hours: {
      allowed_from: row.quiet_allowed_from,
      allowed_until: row.quiet_allowed_until,
    },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const insertOrganizationRow = statement(
  'insert_organization',
  `insert into organizations (${ORGANIZATION_COLUMNS})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
);
const insertCounters = statement(
  'insert_organization_counters',
  'insert into organization_counters (organization_id) values ($1)',
);

export function insertOrganization(tx: Tx, row: OrganizationRow): void {
  tx.query(insertOrganizationRow, [
    row.organization_id,
    row.name,
    row.time_zone,
    row.country,
    row.qualification_policy,
    JSON.stringify(row.working_hours),
    row.minimum_notice_minutes,
    row.buffer_minutes,
    row.step_minutes,
    row.horizon_days,
    row.quiet_allowed_from,
    row.quiet_allowed_until,
    row.created_at,
    row.updated_at,
  ]);
  tx.query(insertCounters, [row.organization_id]);
}

const selectOrganization = statement(
  'select_organization',
  `select ${ORGANIZATION_COLUMNS} from organizations where organization_id = $1`,
);
const selectOrganizationForUpdate = statement(
  'select_organization_for_update',
  `${selectOrganization.text} for no key update`,
);

export async function findOrganization(tx: Tx): Promise<OrganizationRow> {
  const rows = await tx.query<OrganizationRow>(selectOrganization, [tx.organizationId]);
  return rows[0]!;
}

export async function lockOrganization(tx: Tx): Promise<OrganizationRow> {
  const rows = await tx.query<OrganizationRow>(selectOrganizationForUpdate, [tx.organizationId]);
  return rows[0]!;
}

const updateOrganizationRow = statement(
  'update_organization',
  `update organizations
   set name = $2, time_zone = $3, country = $4, qualification_policy = $5, working_hours = $6,
       minimum_notice_minutes = $7, buffer_minutes = $8, step_minutes = $9, horizon_days = $10,
       quiet_allowed_from = $11, quiet_allowed_until = $12, updated_at = $13
   where organization_id = $1`,
);

export function saveOrganization(tx: Tx, row: OrganizationRow): void {
  tx.query(updateOrganizationRow, [
    tx.organizationId,
    row.name,
    row.time_zone,
    row.country,
    row.qualification_policy,
    JSON.stringify(row.working_hours),
    row.minimum_notice_minutes,
    row.buffer_minutes,
    row.step_minutes,
    row.horizon_days,
    row.quiet_allowed_from,
    row.quiet_allowed_until,
    row.updated_at,
  ]);
}

export interface TokenRow {
  token_id: string;
  name: string;
  scopes: string[];
  user_id: string | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const TOKEN_COLUMNS =
  'token_id, name, scopes, user_id, expires_at, revoked_at, last_used_at, created_at, updated_at';

export function toToken(row: TokenRow): Token {
  return {
    token_id: toPublicId('token', row.token_id),
    name: row.name,
    scopes: row.scopes,
    user_id: toPublicIdOrNull('user', row.user_id),
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const insertTokenRow = statement(
  'insert_token',
  `insert into tokens (organization_id, token_id, name, token_hash, scopes, user_id, from_setting,
                       expires_at, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
);
const insertDirectoryEntry = statement(
  'insert_token_directory_entry',
  'insert into token_directory (organization_id, token_id, token_hash) values ($1, $2, $3)',
);

export function insertToken(
  tx: Tx,
  row: TokenRow,
  secret: string,
  options: { fromSetting?: boolean } = {},
): void {
  const hash = hashToken(secret);
  tx.query(insertTokenRow, [
    tx.organizationId,
    row.token_id,
    row.name,
    hash,
    row.scopes,
    row.user_id,
    options.fromSetting ?? false,
    row.expires_at,
    row.created_at,
  ]);
  tx.query(insertDirectoryEntry, [tx.organizationId, row.token_id, hash]);
}

const selectTokenForUpdate = statement(
  'select_token_for_update',
  `select ${TOKEN_COLUMNS} from tokens where organization_id = $1 and token_id = $2 for no key update`,
);

export async function lockToken(tx: Tx, tokenId: string): Promise<TokenRow> {
  const [row] = await tx.query<TokenRow>(selectTokenForUpdate, [tx.organizationId, tokenId]);
  if (!row) throw notFound('token');
  return row;
}

const markTokenRevoked = statement(
  'mark_token_revoked',
  `update tokens set revoked_at = $3, updated_at = $3 where organization_id = $1 and token_id = $2`,
);

export function setTokenRevoked(tx: Tx, tokenId: string): void {
  tx.query(markTokenRevoked, [tx.organizationId, tokenId, tx.now]);
}

const selectTokens = statement(
  'list_tokens',
  `select ${TOKEN_COLUMNS} from tokens
   where organization_id = $1
     and token_id < $2
   order by token_id desc limit $3`,
);

export function listTokenRows(tx: Tx, before: string | null, limit: number): Promise<TokenRow[]> {
  return tx.query<TokenRow>(selectTokens, [tx.organizationId, before ?? LAST_UUID, limit]);
}

export interface UserRow {
  user_id: string;
  name: string;
  email: string;
  role: Role;
  time_zone: string | null;
  skills: string[];
  working_hours: WorkingHours | null;
  active: boolean;
  created_at: Date;
  updated_at: Date;
}

const USER_COLUMNS =
  'user_id, name, email, role, time_zone, skills, working_hours, active, created_at, updated_at';

export function toUser(row: UserRow): User {
  return {
    user_id: toPublicId('user', row.user_id),
    name: row.name,
    email: row.email,
    role: row.role,
    time_zone: row.time_zone,
    skills: row.skills,
    working_hours: row.working_hours,
    active: row.active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const insertUserRow = statement(
  'insert_user',
  `insert into users (organization_id, ${USER_COLUMNS})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

export function insertUser(tx: Tx, row: UserRow): void {
  tx.query(insertUserRow, [
    tx.organizationId,
    row.user_id,
    row.name,
    row.email,
    row.role,
    row.time_zone,
    row.skills,
    row.working_hours && JSON.stringify(row.working_hours),
    row.active,
    row.created_at,
    row.updated_at,
  ]);
}

const selectUser = statement(
  'select_user',
  `select ${USER_COLUMNS} from users where organization_id = $1 and user_id = $2`,
);
const selectUserForUpdate = statement(
  'select_user_for_update',
  `${selectUser.text} for no key update`,
);

export async function findUser(tx: Tx, userId: string): Promise<UserRow> {
  const [row] = await tx.query<UserRow>(selectUser, [tx.organizationId, userId]);
  if (!row) throw notFound('user');
  return row;
}

export async function lockUser(tx: Tx, userId: string): Promise<UserRow> {
  const [row] = await tx.query<UserRow>(selectUserForUpdate, [tx.organizationId, userId]);
  if (!row) throw notFound('user');
  return row;
}

const selectActiveUser = statement(
  'select_active_user',
  'select from users where organization_id = $1 and user_id = $2 and active',
);

/** Whether work can be given to them. */
export async function isActiveUser(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.query(selectActiveUser, [tx.organizationId, userId])).length > 0;
}

const selectActiveUsersAmong = statement(
  'select_active_users_among',
  'select user_id from users where organization_id = $1 and user_id = any ($2) and active',
);

/** Those of them that work can be given to. */
export async function activeUsersAmong(
  tx: Tx,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ user_id: string }>(selectActiveUsersAmong, [
    tx.organizationId,
    userIds,
  ]);
  return new Set(rows.map(({ user_id }) => user_id));
}

const updateUserRow = statement(
  'update_user',
  `update users
   set name = $3, email = $4, role = $5, time_zone = $6, skills = $7, working_hours = $8, active = $9,
       updated_at = $10
   where organization_id = $1 and user_id = $2`,
);

export function saveUser(tx: Tx, row: UserRow): void {
  tx.query(updateUserRow, [
    tx.organizationId,
    row.user_id,
    row.name,
    row.email,
    row.role,
    row.time_zone,
    row.skills,
    row.working_hours && JSON.stringify(row.working_hours),
    row.active,
    row.updated_at,
  ]);
}

const selectUsers = statement(
  'list_users',
  `select ${USER_COLUMNS} from users
   where organization_id = $1
     and user_id < $2
   order by user_id desc limit $3`,
);

export function listUserRows(tx: Tx, before: string | null, limit: number): Promise<UserRow[]> {
  return tx.query<UserRow>(selectUsers, [tx.organizationId, before ?? LAST_UUID, limit]);
}
