import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { ConnectionSettings } from '../database/database.ts';
import type { Announcements } from '../events/announcements.ts';
import { awaitCommits } from './await-commits.ts';
import { parkSuspended } from './park.ts';
import { bossConnection } from './queues.ts';
import type { QueuedTask, Task, TaskContext, TaskData } from './task.ts';
import { startTaskPool, type TaskPool } from './task-pool.ts';
import { TaskWatch } from './task-watch.ts';

/** How long a draining worker lets its tasks finish; another worker takes over the rest. */
const DRAIN_MS = 6_000;

const BOSS = {
  application_name: 'throughline worker',
  max: 4,
  // A new connection costs as much as a hundred statements.
  min: 1,
  migrate: false,
  createSchema: false,
  // It counts, checks and tidies each queue with several statements, so only now and then, and when a task was lost.
  superviseIntervalSeconds: 300,
  monitorIntervalSeconds: 1,
  maintenanceIntervalSeconds: 300,
  queueCacheIntervalSeconds: 300,
  // No task waits for another one, and nothing changes its tables while it runs.
  flowIntervalSeconds: 3600,
  bamIntervalSeconds: 3600,
  // The longest that it accepts: no schedule is more exact than a minute.
  cronMonitorIntervalSeconds: 45,
  cronWorkerIntervalSeconds: 45,
  warningQueueSize: 1_000_000,
};
const FETCHING = {
  includeMetadata: true,
  burstWhenBatchFull: true,
  heartbeatRefreshSeconds: 3,
  // The task watch wakes them when there is something to fetch.
  pollingIntervalSeconds: 3600,
} as const;

/** Runs tasks in this process until it is stopped. Any number of processes can do so. */
export interface Worker {
  /** When it last looked for due tasks; null before the first time. Shows that the loop is running. */
  readonly lastPollAt: Date | null;
  stop(): Promise<void>;
}

export interface WorkerContext extends TaskContext {
  /** Of a process that hears of tasks. */
  announcements: Announcements;
}

export async function startWorker(
  connection: ConnectionSettings,
  tasks: readonly Task[],
  context: WorkerContext,
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
  const wakeUps = new Map<string, () => void>();
  const watch = new TaskWatch({
    database: context.database,
    log: context.log,
    queues: tasks.map(({ name }) => name),
    onDue: (queue) => wakeUps.get(queue)?.(),
    onLost: (queue) => boss.supervise(queue),
  });
  for (const task of tasks) {
    if (task.schedule) await boss.schedule(task.name, task.schedule);
    const runAll = (jobs: JobWithMetadata<TaskData>[]) =>
      run(task, jobs, context, draining.signal).catch((error) => {
        // It is queued again for a later time.
        watch.hint();
        throw error;
      });
    const { perGroup } = task;
    if (perGroup !== undefined) {
      const pool = startTaskPool(boss, { ...task, perGroup }, context.log, (job) => runAll([job]));
      pools.push(pool);
      wakeUps.set(task.name, () => pool.kick());
    } else {
      wakeUps.set(task.name, await startFetching(boss, task, runAll));
    }
  }

  const onQueued = (queue: string) => {
    wakeUps.get(queue)?.();
    watch.hint();
  };
  const stopListening = context.announcements.listen({
    queued: onQueued,
    reconnected() {
      for (const queue of wakeUps.keys()) onQueued(queue);
    },
  });
  watch.start();

  return {
    get lastPollAt() {
      return watch.lastAt;
    },
    async stop() {
      draining.abort();
      stopListening();
      await watch.stop();
      // They record their results through the same connections, which close with the rest.
      await Promise.all(pools.map((pool) => pool.stop()));
      await boss.stop({ graceful: true, close: true, timeout: DRAIN_MS });
    },
  };
}

/** Returns what wakes those that wait for something to fetch. */
async function startFetching(
  boss: PgBoss,
  { name, batchSize = 1, concurrency = 1 }: Task,
  runAll: (jobs: JobWithMetadata<TaskData>[]) => Promise<void>,
): Promise<() => void> {
  const ids: string[] = [];
  for (let n = 0; n < concurrency; n += 1) {
    ids.push(await boss.work(name, { ...FETCHING, batchSize }, runAll));
  }
  return () => {
    for (const id of ids) boss.notifyWorker(id);
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
  await awaitCommits(
    context.database,
    jobs.map(({ data }) => data?.organization_id),
  );
  const due = await parkSuspended(context.database, task.name, jobs);
  if (due.length === 0) return;
  for (const job of due) {
    metrics.taskLateness.observe(
      { task: task.name },
      (startedAt - job.startAfter.getTime()) / 1000,
    );
  }
  const queued = due.map((job) => asQueuedTask(task, job, draining));
  const active = { task: task.name, state: 'active' };
  metrics.taskDepth.inc(active, due.length);
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
  } finally {
    metrics.taskDepth.dec(active, due.length);
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
