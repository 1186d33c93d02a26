import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import type { WebhookReplay } from './replay-schemas.ts';

/** The requested events, in the form that the engine needs; it differs by kind. Seqs are sorted. */
export type ReplayRequest =
  | { kind: 'events'; request: { event_seqs: number[] } }
  | { kind: 'range'; request: { from_seq: number; to_seq: number } }
  | { kind: 'failed'; request: { failed_since: string } };

export type ReplayRow = ReplayRequest & ReplayProgress;

export interface ReplayProgress {
  replay_id: string;
  webhook_endpoint_id: string;
  /** Everything up to this seq has been processed; the replay ends at to_seq. */
  position: number;
  to_seq: number;
  total: number;
  queued: number;
  status: WebhookReplay['status'];
  created_at: Date;
  completed_at: Date | null;
}

/** Numbers of its deliveries by outcome. */
export interface ReplayCounts {
  delivered: number;
  failed: number;
  pending: number;
  canceled: number;
}

export const NO_DELIVERIES: ReplayCounts = { delivered: 0, failed: 0, pending: 0, canceled: 0 };

const replays = table<ReplayRow>('webhook_replays', {
  replay_id: 'key',
  webhook_endpoint_id: 'fixed',
  kind: 'fixed',
  request: 'fixed_json',
  position: 'value',
  to_seq: 'fixed',
  total: 'fixed',
  queued: 'value',
  status: 'value',
  created_at: 'fixed',
  completed_at: 'value',
});
const COLUMNS = replays.columnsOf('r');

export function toReplay(row: ReplayRow, counts: ReplayCounts): WebhookReplay {
  const range = row.kind === 'range' ? row.request : null;
  return {
    replay_id: toPublicId('replay', row.replay_id),
    webhook_endpoint_id: toPublicId('webhook_endpoint', row.webhook_endpoint_id),
    kind: row.kind,
    status: row.status,
    from_seq: range?.from_seq ?? null,
    to_seq: range?.to_seq ?? null,
    failed_since: row.kind === 'failed' ? row.request.failed_since : null,
    total: row.total,
    queued: row.queued,
    delivered: counts.delivered,
    failed: counts.failed,
    pending: counts.pending,
    canceled: counts.canceled,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}

export function insertReplay(tx: Tx, row: ReplayRow): void {
  replays.insert(tx, row);
}

const COUNTS = `
  cross join lateral (
    select count(*) filter (where d.status = 'delivered') as delivered,
           count(*) filter (where d.status = 'failed') as failed,
           count(*) filter (where d.status = 'pending') as pending,
           count(*) filter (where d.status = 'canceled') as canceled
    from webhook_deliveries d where d.organization_id = $1 and d.replay_id = r.replay_id
  ) as counts`;

const selectOne = statement(
  'select_webhook_replay',
  `select ${COLUMNS}, counts.* from webhook_replays r ${COUNTS}
   where r.organization_id = $1 and r.webhook_endpoint_id = $2 and r.replay_id = $3`,
);
const lockOne = statement(
  'lock_webhook_replay',
  `select from webhook_replays
   where organization_id = $1 and webhook_endpoint_id = $2 and replay_id = $3 for no key update`,
);

interface ReplayKey {
  endpointId: string;
  replayId: string;
}

export async function findReplay(
  tx: Tx,
  { endpointId, replayId }: ReplayKey,
): Promise<ReplayRow & ReplayCounts> {
  const values = [tx.organizationId, endpointId, replayId];
  const [row] = await tx.query<ReplayRow & ReplayCounts>(selectOne, values);
  if (!row) throw notFound('replay');
  return row;
}

/** Two statements in one round trip: the counts include what the previous lock holder changed. */
export function lockReplay(tx: Tx, key: ReplayKey): Promise<ReplayRow & ReplayCounts> {
  tx.query(lockOne, [tx.organizationId, key.endpointId, key.replayId]);
  return findReplay(tx, key);
}

const selectAll = statement(
  'list_webhook_replays',
  `select ${COLUMNS}, counts.* from (
     select * from webhook_replays
     where organization_id = $1 and webhook_endpoint_id = $2 and replay_id < $3
     order by replay_id desc limit $4
   ) as r ${COUNTS} order by r.replay_id desc`,
);

/** Newest first. */
export function listReplayRows(
  tx: Tx,
  endpointId: string,
  before: string | null,
  limit: number,
): Promise<(ReplayRow & ReplayCounts)[]> {
  return tx.query(selectAll, [tx.organizationId, endpointId, before ?? LAST_UUID, limit]);
}

const cancelOne = statement(
  'cancel_webhook_replay',
  `update webhook_replays set status = 'canceled', completed_at = $3
   where organization_id = $1 and replay_id = $2`,
);
const cancelRunning = statement(
  'cancel_running_webhook_replays',
  `update webhook_replays set status = 'canceled', completed_at = $3
   where organization_id = $1 and webhook_endpoint_id = $2 and status = 'running'`,
);

export function setReplayCanceled(tx: Tx, replayId: string): void {
  tx.query(cancelOne, [tx.organizationId, replayId, tx.now]);
}

/** Waits for a running step of the engine; after that, the engine queues nothing more. */
export function cancelRunningReplays(tx: Tx, endpointId: string): void {
  tx.query(cancelRunning, [tx.organizationId, endpointId, tx.now]);
}
