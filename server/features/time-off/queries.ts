import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { TimeOff } from './schemas.ts';
import { MAX_LENGTH_MS } from './time-off.ts';

export interface TimeOffRow {
  time_off_id: string;
  user_id: string;
  starts_at: Date;
  ends_at: Date;
  reason: string | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Time off can be deleted, but never changes otherwise. */
const timeOff = table<TimeOffRow>('time_off', {
  time_off_id: 'key',
  user_id: 'fixed',
  starts_at: 'fixed',
  ends_at: 'fixed',
  reason: 'fixed',
  deleted_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});
const COLUMNS = timeOff.columns;

export function toTimeOff(row: TimeOffRow): TimeOff {
  return {
    time_off_id: toPublicId('time_off', row.time_off_id),
    user_id: toPublicId('user', row.user_id),
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    reason: row.reason,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const timeOffResource = {
  insert: timeOff.insert,
  save: timeOff.update,
  show: toTimeOff,
};

export const { find: findTimeOff, lock: lockTimeOff } = timeOff.byKey('time off');

export interface TimeOffFilters {
  userId: string | null;
  from: Date | null;
  to: Date | null;
}

// Missing bounds are sent as -infinity and infinity: with row-level security, a condition with coalesce()
// cannot use an index.
const NEWEST = 'deleted_at is null and time_off_id < $2 order by time_off_id desc limit $3';
const OVERLAPPING = 'ends_at > $4 and starts_at < $5 and ends_at < $6';

const selectAll = statement(
  'list_time_off',
  `select ${COLUMNS} from time_off where organization_id = $1 and ${NEWEST}`,
);
/**
 * Reads the range first, from the index by time, and then sorts it. Without `materialized`, the plan walks
 * all time off, newest first: 190 ms instead of 0.1 ms to find none of 100,000 next year.
 */
const selectOverlapping = statement(
  'list_time_off_overlapping',
  `with overlapping as materialized (
     select ${COLUMNS} from time_off
     where organization_id = $1 and deleted_at is null and ${OVERLAPPING}
   )
   select ${COLUMNS} from overlapping where ${NEWEST}`,
);
const selectOfUser = statement(
  'list_time_off_of_user',
  `select ${COLUMNS} from time_off
   where organization_id = $1 and user_id = $7 and ${OVERLAPPING} and ${NEWEST}`,
);

/** Newest first, without deleted time off. Uses the index of the most selective filter. */
export function listTimeOffRows(
  tx: Tx,
  { userId, from, to }: TimeOffFilters,
  before: string | null,
  limit: number,
): Promise<TimeOffRow[]> {
  const values = [tx.organizationId, before ?? LAST_UUID, limit];
  // Time off that starts before `to` ends at most MAX_LENGTH_MS later, so the index can bound its end.
  const latestEnd = to && new Date(to.getTime() + MAX_LENGTH_MS);
  const range = [from ?? '-infinity', to ?? 'infinity', latestEnd ?? 'infinity'];
  if (userId !== null) return tx.query(selectOfUser, [...values, ...range, userId]);
  if (from !== null || to !== null) return tx.query(selectOverlapping, [...values, ...range]);
  return tx.query(selectAll, values);
}
