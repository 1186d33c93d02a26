import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { CLOCK_SLACK_MS, firstUuidAt } from '../../platform/ids.ts';
import { listPlaces, type View } from './places.ts';

/** Counting more would read every waiting lead of an organization that has imported a list. */
const MAX_COUNT = 1_000;

export async function countPlaces(tx: Tx, view: View, userId: string | null): Promise<number> {
  const places = await listPlaces(tx, view, { userId, after: null, limit: MAX_COUNT });
  return places.length;
}

const selectMedian = statement(
  'inbox_median_response',
  `select round(percentile_cont(0.5) within group (
     order by extract(epoch from l.first_contacted_at - l.created_at)))::integer as median
   from (
     select first_contacted_at, created_at from leads
     where organization_id = $1 and deleted_at is null and merged_into is null
       and lead_id >= $2 and created_at >= $3
     order by lead_id desc limit ${MAX_COUNT}
   ) as l
   where l.first_contacted_at is not null`,
);

/** In seconds; null if no lead that was captured since then was contacted. */
export async function medianResponse(tx: Tx, since: Date): Promise<number | null> {
  const firstId = firstUuidAt(new Date(since.getTime() - CLOCK_SLACK_MS));
  const rows = await tx.query<{ median: number | null }>(selectMedian, [
    tx.organizationId,
    firstId,
    since,
  ]);
  return rows[0]?.median ?? null;
}
