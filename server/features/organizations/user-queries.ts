import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import type { StartLocation } from '../../domain/location.ts';
import type { Role } from '../../domain/scopes.ts';
import type { WorkingHours } from '../../domain/working-hours.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { User } from './user-schemas.ts';

export interface UserRow {
  user_id: string;
  name: string;
  email: string;
  role: Role;
  time_zone: string | null;
  skills: string[];
  working_hours: WorkingHours | null;
  /** Null: by role. */
  takes_visits: boolean | null;
  phone: string | null;
  start_location: StartLocation | null;
  avatar_file_id: string | null;
  active: boolean;
  created_at: Date;
  updated_at: Date;
}

const users = table<UserRow>('users', {
  user_id: 'key',
  name: 'value',
  email: 'value',
  role: 'value',
  time_zone: 'value',
  skills: 'value',
  working_hours: 'json',
  takes_visits: 'value',
  phone: 'value',
  start_location: 'json',
  avatar_file_id: 'value',
  active: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

const VISITING_ROLE: Role = 'technician';

/** For SQL, of a row of users: whether the user is sent to visits. */
export const takesVisits = (user: string) =>
  `coalesce(${user}.takes_visits, ${user}.role = '${VISITING_ROLE}')`;

export function toUser(row: UserRow): User {
  return {
    user_id: toPublicId('user', row.user_id),
    name: row.name,
    email: row.email,
    role: row.role,
    time_zone: row.time_zone,
    skills: row.skills,
    working_hours: row.working_hours,
    takes_visits: row.takes_visits ?? row.role === VISITING_ROLE,
    phone: row.phone,
    start_location: row.start_location,
    avatar_file_id: toPublicIdOrNull('file', row.avatar_file_id),
    active: row.active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const userResource = { insert: users.insert, save: users.update, show: toUser };

const byKey = users.byKey('user');
export const { find: findUser, lock: lockUser } = byKey;

/** The user, if active; null otherwise. */
export async function findActiveUser(tx: Tx, userId: string): Promise<UserRow | null> {
  const row = await byKey.findOrNull(tx, userId);
  return row?.active ? row : null;
}

const selectActiveUser = statement(
  'select_active_user',
  'select from users where organization_id = $1 and user_id = $2 and active',
  { once: true, tables: ['users'] },
);

export async function isActiveUser(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.query(selectActiveUser, [tx.organizationId, userId])).length > 0;
}

const selectActiveUsersAmong = statement(
  'select_active_users_among',
  'select user_id from users where organization_id = $1 and user_id = any ($2) and active',
);

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

export const listUserRows = users.newestFirst();
