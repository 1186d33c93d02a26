import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { DueLoop } from './due-loop.ts';
import type { Task } from './task.ts';

/** How often the queue is asked while nothing is under way. */
const POLL_MS = 100;
/**
 * To find nothing, the database reads through all that waits of groups that have their share: 5 ms behind
 * 1,000 tasks, 170 ms behind 80,000. So it is asked for that no more than a tenth of the time.
 */
const REST_FACTOR = 9;
/** As those of other tasks are: a worker that is killed is noticed after 10 s. */
const HEARTBEAT_MS = 3_000;

export interface TaskPool {
  /** Takes no more, and lets what is under way finish for a few seconds; the rest is left to another. */
  stop(): Promise<void>;
}

type Job = JobWithMetadata<object>;

/**
 * Runs a task that waits for other machines: a hundred at once cost little, as long as they are not a
 * hundred to the one server that hangs. pg-boss's own workers are a polling loop each; here one loop
 * takes as many as there is room for, and the database counts how many of each group run.
 */
export function startTaskPool(
  boss: PgBoss,
  task: Task,
  log: FastifyBaseLogger,
  run: (job: Job) => Promise<void>,
): TaskPool {
  const underWay = new Map<string, { job: Job; lost: AbortController }>();
  let restUntil = 0;
  /** A group that had its share has room again: its next one is found at once. */
  let isRoomInGroup = false;
  const countOf = (group: string | null | undefined) =>
    [...underWay.values()].filter(({ job }) => job.groupId === group).length;

  const loop = new DueLoop<Job>({
    name: task.name,
    log,
    concurrency: task.concurrency ?? 1,
    pollMs: POLL_MS,
    async claim(limit) {
      if (!isRoomInGroup && Date.now() < restUntil) return [];
      isRoomInGroup = false;
      const begunAt = Date.now();
      const jobs = await boss.fetch<object>(task.name, {
        batchSize: limit,
        includeMetadata: true,
        groupConcurrency: task.perGroup!,
      });
      // Behind those of a group that has its share now, others may wait.
      if (jobs.length > 0) loop.kick();
      else restUntil = Date.now() + REST_FACTOR * (Date.now() - begunAt);
      return jobs as Job[];
    },
    async work(job) {
      const lost = new AbortController();
      underWay.set(job.id, { job, lost });
      try {
        await run(Object.assign(job, { signal: lost.signal }));
        if (!lost.signal.aborted) await boss.complete(task.name, job);
      } catch (error) {
        if (!lost.signal.aborted) await boss.fail(task.name, job, error as Error);
      } finally {
        if (countOf(job.groupId) >= task.perGroup!) isRoomInGroup = true;
        underWay.delete(job.id);
        setImmediate(() => loop.kick());
      }
    },
  });

  const heartbeat = setInterval(async () => {
    const held = [...underWay.values()];
    if (held.length === 0) return;
    try {
      const jobs = held.map(({ job }) => job);
      const { settled } = (await boss.touch(task.name, jobs)) as { settled?: string[] };
      for (const { job, lost } of held) if (settled?.includes(job.id) === false) lost.abort();
    } catch (error) {
      log.error({ err: error, task: task.name }, 'task queue error');
    }
  }, HEARTBEAT_MS);

  loop.start();
  return {
    async stop() {
      await loop.stop();
      clearInterval(heartbeat);
      const left = [...underWay.values()];
      if (left.length === 0) return;
      const why = { message: 'The worker stopped while it was under way' };
      // Without it, another one finds out by the heartbeat.
      await boss
        .fail(
          task.name,
          left.map(({ job }) => job),
          why,
        )
        .catch(() => {});
      for (const { lost } of left) lost.abort();
    },
  };
}
