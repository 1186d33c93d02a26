import { statement } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Task } from './task.ts';

const enqueueTask = statement(
  'enqueue_task',
  'select enqueue_task($1, $2, $3, $4, $5, $6) as task_id',
);

/** Queues the task in the mutation's own transaction: it exists if and only if the mutation is committed. */
export function enqueue<Data extends object>(
  tx: Tx,
  task: Task<Data>,
  data: Data,
  options: { startAfter?: Date; singletonKey?: string; group?: string } = {},
): Promise<string | null> {
  tx.wake(task.name);
  const queued = tx.query<{ task_id: string | null }>(enqueueTask, [
    tx.organizationId,
    task.name,
    JSON.stringify(data),
    options.startAfter ?? null,
    options.singletonKey ?? null,
    options.group === undefined ? null : `${tx.organizationId} ${options.group}`,
  ]);
  const taskId = queued.then(([row]) => row?.task_id ?? null);
  // The commit throws a failure; most callers do not await it, and an unhandled rejection would end the process.
  taskId.catch(() => {});
  return taskId;
}
