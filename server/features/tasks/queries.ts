import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FailedTask } from './schemas.ts';

export interface FailedTaskRow {
  task_id: string;
  task: string;
  error: { message?: string } | null;
  attempts: number;
  queued_at: Date;
  failed_at: Date;
}

export function toFailedTask(row: FailedTaskRow): FailedTask {
  return {
    task_id: toPublicId('task', row.task_id),
    task: row.task,
    attempts: row.attempts,
    error: row.error?.message ?? 'The worker stopped without an error message.',
    queued_at: row.queued_at.toISOString(),
    failed_at: row.failed_at.toISOString(),
  };
}

const selectFailedTasks = statement(
  'list_failed_tasks',
  `select task_id, task, error, attempts, queued_at, failed_at,
          to_char(failed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exactly_failed_at
   from failed_tasks($1)
   where $2::timestamptz is null or (failed_at, task_id) < ($2, $3::uuid)
   order by failed_at desc, task_id desc limit $4`,
);

/** pg-boss gives failed tasks random ids, so a position in the list is the time, to the microsecond, and the id. */
export interface FailedTaskPosition {
  failedAt: string;
  taskId: string;
}

export function listFailedTaskRows(
  tx: Tx,
  before: FailedTaskPosition | null,
  limit: number,
): Promise<(FailedTaskRow & { exactly_failed_at: string })[]> {
  return tx.query(selectFailedTasks, [
    tx.organizationId,
    before?.failedAt ?? null,
    before?.taskId ?? null,
    limit,
  ]);
}

const selectFailedTask = statement(
  'select_failed_task',
  'select task_id, task, error, attempts, queued_at, failed_at from failed_tasks($1) where task_id = $2',
);
const retryTask = statement('retry_failed_task', 'select retry_failed_task($1, $2) as task_id');

/** Queues a failed task again, as a new task. Null if the failed task does not exist (any more). */
export async function requeueFailedTask(
  tx: Tx,
  taskId: string,
): Promise<{ task: string; taskId: string } | null> {
  const found = tx.query<FailedTaskRow>(selectFailedTask, [tx.organizationId, taskId]);
  const retried = tx.query<{ task_id: string | null }>(retryTask, [tx.organizationId, taskId]);
  const [[failed], [row]] = await Promise.all([found, retried]);
  return failed && row?.task_id ? { task: failed.task, taskId: row.task_id } : null;
}
