import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';

const selectLastSeq = statement(
  'select_last_event_seq',
  'select event_seq from organization_counters where organization_id = $1',
);

/** The end of the organization's log. */
export async function findLastSeq(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ event_seq: number }>(selectLastSeq, [tx.organizationId]);
  return row?.event_seq ?? 0;
}

const lockFirst = statement(
  'lock_first_logged_seq',
  'select lock_first_logged_seq($1) as first_seq',
);

/** The first event that is kept. Until the commit, no event is dropped. */
export async function lockFirstSeq(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ first_seq: number }>(lockFirst, [tx.organizationId]);
  return row?.first_seq ?? 1;
}

// The limit makes each one a lookup by key, whatever statistics the planner has.
const selectSeqs = statement(
  'select_event_seqs',
  `select e.seq, e.event_id from unnest($2::uuid[]) as wanted (event_id)
   cross join lateral (
     select seq, event_id from events
     where organization_id = $1 and event_id = wanted.event_id limit 1
   ) as e`,
);

/** The positions of these events in the log, by event id. */
export async function findSeqs(tx: Tx, eventIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ seq: number; event_id: string }>(selectSeqs, [
    tx.organizationId,
    eventIds,
  ]);
  return new Map(rows.map(({ seq, event_id }) => [event_id, seq]));
}

const countFailed = statement(
  'count_failed_webhook_deliveries',
  `select count(distinct event_seq) as count, coalesce(max(event_seq), 0) as last_seq
   from webhook_deliveries
   where organization_id = $1 and webhook_endpoint_id = $2 and status = 'failed' and settled_at >= $3`,
);

/** The number of events that failed at the endpoint since then, and the last of them. */
export async function findFailed(
  tx: Tx,
  endpointId: string,
  since: Date,
): Promise<{ count: number; last_seq: number }> {
  const values = [tx.organizationId, endpointId, since];
  const [row] = await tx.query<{ count: number; last_seq: number }>(countFailed, values);
  return row ?? { count: 0, last_seq: 0 };
}
