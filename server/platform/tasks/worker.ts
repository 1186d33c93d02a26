import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { ConnectionSettings } from '../database/database.ts';
import { parkSuspended } from './park.ts';
import { bossConnection } from './queues.ts';
import type { QueuedTask, Task, TaskContext, TaskData } from './task.ts';
import { startTaskPool, type TaskPool } from './task-pool.ts';

/** How long a draining worker lets its tasks finish; another worker takes over the rest. */
const DRAIN_MS = 6_000;

const BOSS = {
  application_name: 'throughline worker',
  max: 4,
  migrate: false,
  createSchema: false,
  useListenNotify: true,
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
  maintenanceIntervalSeconds: 60,
  warningQueueSize: 1_000_000,
};
const POLLING = {
  includeMetadata: true,
  burstWhenBatchFull: true,
  heartbeatRefreshSeconds: 3,
} as const;

/** The wake-up is only a hint; a poll finds what it missed. What a schedule queues is never urgent. */
function pollingOf({ schedule }: { schedule?: string | undefined }) {
  const seconds = schedule === undefined ? 0.5 : 5;
  return { pollingIntervalSeconds: seconds, notifyPollingIntervalSeconds: seconds };
}

/** Runs tasks in this process until it is stopped. Any number of processes can do so. */
export interface Worker {
  /** When a queue was last polled; null before the first time. Shows that the loop is running. */
  readonly lastPollAt: Date | null;
  stop(): Promise<void>;
}

export async function startWorker(
  connection: ConnectionSettings,
  tasks: readonly Task[],
  context: TaskContext,
): Promise<Worker> {
  const boss = new PgBoss({ ...bossConnection(connection), ...BOSS });
  const draining = new AbortController();
  boss.on('error', (error) => {
    // Its connections may close a moment after it stopped, together with the database.
    if (!draining.signal.aborted) context.log.error({ err: error }, 'task queue error');
  });
  boss.on('warning', (warning) => context.log.warn({ warning }, 'task queue warning'));
  await boss.start();

  const pools: TaskPool[] = [];
  for (const task of tasks) {
    if (task.schedule) await boss.schedule(task.name, task.schedule);
    const { perGroup } = task;
    if (perGroup !== undefined) {
      const grouped = { ...task, perGroup };
      const runOne = (job: JobWithMetadata<TaskData>) => run(task, [job], context, draining.signal);
      pools.push(startTaskPool(boss, grouped, context.log, runOne));
      continue;
    }
    const { batchSize = 1, concurrency: localConcurrency = 1 } = task;
    await boss.work(
      task.name,
      { ...POLLING, ...pollingOf(task), batchSize, localConcurrency },
      (jobs: JobWithMetadata<TaskData>[]) => run(task, jobs, context, draining.signal),
    );
  }

  return {
    get lastPollAt() {
      const polls = boss
        .getWipData({ includeInternal: false })
        .map((one) => one.lastFetchedOn ?? 0);
      const last = Math.max(0, ...polls);
      return last === 0 ? null : new Date(last);
    },
    async stop() {
      draining.abort();
      // They record their results through the same connections, which close with the rest.
      await Promise.all(pools.map((pool) => pool.stop()));
      await boss.stop({ graceful: true, close: true, timeout: DRAIN_MS });
    },
  };
}

async function run(
  task: Task,
  jobs: JobWithMetadata<TaskData>[],
  context: TaskContext,
  draining: AbortSignal,
): Promise<void> {
  const { metrics } = context;
  const startedAt = Date.now();
  const due = await parkSuspended(context.database, task.name, jobs);
  if (due.length === 0) return;
  for (const job of due) {
    metrics.taskLateness.observe(
      { task: task.name },
      (startedAt - job.startAfter.getTime()) / 1000,
    );
  }
  const queued = due.map((job) => asQueuedTask(task, job, draining));
  try {
    await task.handle(context, queued);
    metrics.tasks.inc({ task: task.name, outcome: 'completed' }, due.length);
  } catch (error) {
    // Another worker gets them, because this one is stopping or was considered dead.
    if (queued.every(({ signal }) => signal.aborted)) throw error;
    metrics.tasks.inc({ task: task.name, outcome: 'failed' }, jobs.length);
    context.log.error(
      { err: error, task: task.name, task_ids: jobs.map((job) => job.id).slice(0, 10) },
      'task failed; it is retried until its retries are used up',
    );
    throw error;
  }
}

function asQueuedTask(
  task: Task,
  job: JobWithMetadata<TaskData>,
  draining: AbortSignal,
): QueuedTask<object> {
  const { signal } = job;
  return {
    id: job.id,
    data: job.data,
    queuedAt: job.createdOn,
    signal: task.endsWhenDraining ? AbortSignal.any([signal, draining]) : signal,
  };
}
