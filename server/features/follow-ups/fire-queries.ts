import { toPublicId } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { COLUMNS, type FollowUpRow } from './queries.ts';

/** Queries of the engine for follow-ups that are due. */

export interface Claimed {
  organization_id: string;
  follow_up_id: string;
  due_at: Date;
  /** A worker had it before, and did not finish: it was killed, or an error occurred. */
  was_claimed: boolean;
}

const claim = statement('claim_follow_ups', 'select * from claim_follow_ups($1, $2)');

/** Oldest first. They are claimed in one organization after the other. */
export async function claimFollowUps(database: Database, limit: number): Promise<Claimed[]> {
  const claims = await database.withoutTenant<Claimed>(claim, [database.clock.now(), limit]);
  return claims.sort((a, b) => a.due_at.getTime() - b.due_at.getTime());
}

const nextAt = statement('next_follow_up_at', 'select next_follow_up_at() as at');

/** When the next one is due, of any organization; null if none is scheduled. */
export async function nextFollowUpAt(database: Database): Promise<Date | null> {
  const [row] = await database.withoutTenant<{ at: Date | null }>(nextAt, []);
  return row?.at ?? null;
}

const countAttempt = statement(
  'count_follow_up_attempt',
  `update follow_ups set attempts = attempts + 1
   where organization_id = $1 and follow_up_id = $2 and status = 'scheduled' and communication_id is null
   returning attempts`,
);

/** How often it was attempted since the first attempt that did not finish, this one included. */
export async function countFollowUpAttempt(tx: Tx, followUpId: string): Promise<number> {
  const values = [tx.organizationId, followUpId];
  const [row] = await tx.query<{ attempts: number }>(countAttempt, values);
  return row?.attempts ?? 0;
}

/** Locked in the order of their ids, as the event follower does, to avoid deadlocks. */
const selectWaiting = statement(
  'lock_waiting_follow_ups',
  `select ${COLUMNS} from follow_ups
   where organization_id = $1 and follow_up_id = any ($2) and status = 'scheduled'
     and communication_id is null and due_at <= $3
   order by follow_up_id for no key update`,
);

/** Locks those that are still due: another worker may have fired them, or a user may have rescheduled them. */
export function lockWaiting(tx: Tx, followUpIds: readonly string[]): Promise<FollowUpRow[]> {
  return tx.query(selectWaiting, [tx.organizationId, followUpIds, tx.now]);
}

/**
 * Reads the event log directly, because the event follower may not have handled the newest events yet. One
 * lifecycle number has few events, so their types need no index.
 */
const selectCancelingEvent = statement(
  'select_event_that_cancels_follow_up',
  `select e.type from unnest($2::text[]) as one (number)
   cross join lateral (
     select seq, type from events
     where organization_id = $1 and lifecycle_number = one.number and seq > $3
       and logged_at >= (select logged_from($1, $3 + 1))
       and (type = any ($4) or split_part(type, '.', 1) || '.*' = any ($4))
       and data->>'follow_up_id' is distinct from $5
     order by seq limit 1
   ) as e
   order by e.seq limit 1`,
);

/** The type of the first event since its creation that cancels it; null if there is none. */
export async function findCancelingEvent(
  tx: Tx,
  { follow_up_id, made_seq, cancel_on }: FollowUpRow,
  numbers: readonly string[],
): Promise<string | null> {
  if (cancel_on.length === 0) return null;
  const own = toPublicId('follow_up', follow_up_id);
  const values = [tx.organizationId, numbers, made_seq, cancel_on, own];
  const [event] = await tx.query<{ type: string }>(selectCancelingEvent, values);
  return event?.type ?? null;
}

const selectJobCanceled = statement(
  'select_is_job_of_follow_up_canceled',
  `select status = 'canceled' as canceled from jobs where organization_id = $1 and job_id = $2`,
);

export async function isJobCanceled(tx: Tx, jobId: string): Promise<boolean> {
  const values = [tx.organizationId, jobId];
  const [job] = await tx.query<{ canceled: boolean }>(selectJobCanceled, values);
  return job?.canceled === true;
}
