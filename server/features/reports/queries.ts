import { toPublicId } from '../../domain/ids.ts';
import { foundRow } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { CLOCK_SLACK_MS, firstUuidAt } from '../../platform/ids.ts';
import { boundsOf, type DateRange } from './date-range.ts';

const selectTimeZone = statement(
  'select_time_zone',
  'select time_zone from organizations where organization_id = $1',
);

export async function findTimeZone(tx: Tx): Promise<string> {
  const rows = tx.query<{ time_zone: string }>(selectTimeZone, [tx.organizationId]);
  return (await foundRow(rows, 'organization')).time_zone;
}

/** For SQL: the leads captured in the range, from the sources if some are given. $1 to $6 are `rangeValues`. */
export const CAPTURED_IN_RANGE = `l.organization_id = $1
     and l.lead_id >= $2 and l.lead_id < $3
     and l.created_at >= $4 and l.created_at < $5
     and ($6::text[] is null or l.source = any ($6))`;

export function rangeValues(
  tx: Tx,
  range: DateRange,
  sources: readonly string[] | null,
): unknown[] {
  const { start, end } = boundsOf(range);
  return [
    tx.organizationId,
    firstUuidAt(new Date(start.getTime() - CLOCK_SLACK_MS)),
    firstUuidAt(new Date(end.getTime() + CLOCK_SLACK_MS)),
    start,
    end,
    sources,
  ];
}

const selectNames = statement(
  'select_names_of_users',
  'select user_id, name from users where organization_id = $1',
);

/** The current names of all users, also inactive ones, by public id. */
export async function readNames(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ user_id: string; name: string }>(selectNames, [tx.organizationId]);
  return new Map(rows.map(({ user_id, name }) => [toPublicId('user', user_id), name]));
}
