import { toPublicId } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Location } from '../calendar/index.ts';
import { hashCalendarKey } from './calendar-key.ts';
import type { CalendarKey } from './schemas.ts';

export interface KeyRow {
  user_id: string;
  created_at: Date;
  revoked_at: Date | null;
}

export function toCalendarKey(row: KeyRow): CalendarKey {
  return {
    user_id: toPublicId('user', row.user_id),
    created_at: row.created_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

const insertRow = statement(
  'insert_calendar_key',
  `insert into calendar_keys (organization_id, key_hash, user_id, created_at) values ($1, $2, $3, $4)`,
);

export function insertKey(tx: Tx, row: KeyRow, key: string): void {
  tx.query(insertRow, [tx.organizationId, hashCalendarKey(key), row.user_id, row.created_at]);
}

const revokeRow = statement(
  'revoke_calendar_key',
  `update calendar_keys set revoked_at = $3
   where organization_id = $1 and user_id = $2 and revoked_at is null
   returning user_id, created_at, revoked_at`,
);

/** Revokes and returns the valid key; null if there was none. */
export async function revokeKey(tx: Tx, userId: string): Promise<KeyRow | null> {
  const [row] = await tx.query<KeyRow>(revokeRow, [tx.organizationId, userId, tx.now]);
  return row ?? null;
}

/** An appointment as the feed shows it; times are JSON strings. */
export interface Entry {
  appointment_id: string;
  lifecycle_number: string;
  type: string;
  status: string;
  starts_at: string;
  ends_at: string;
  location: Location | null;
  notes: string | null;
  revision: number;
  created_at: string;
  updated_at: string;
  name: string | null;
  phone: string | null;
  email: string | null;
}

export interface FeedCalendar {
  organization_id: string;
  user_name: string;
  organization_name: string;
  appointments: Entry[];
}

/** More than a user has in a year. If there are more, the feed has the latest. */
const MAX_ENTRIES = 2_000;

const selectCalendar = statement('find_calendar', 'select * from find_calendar($1, $2, $3, $4)');

/** Finds the organization by the key. Null unless the key is valid for this user. */
export async function findCalendar(
  database: Database,
  userId: string,
  key: string,
): Promise<FeedCalendar | null> {
  const values = [hashCalendarKey(key), userId, database.clock.now(), MAX_ENTRIES];
  const [calendar] = await database.lookup<FeedCalendar>(selectCalendar, values);
  return calendar ?? null;
}
