import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { systemClock } from '../clock.ts';
import { DueLoop } from './due-loop.ts';
import type { Task, TaskData } from './task.ts';

const RETRY_MS = 100;
/**
 * To find nothing, the database reads all waiting tasks of groups that are at their limit: 5 ms for 1,000 tasks,
 * 170 ms for 80,000. So such queries take at most a tenth of the time.
 */
const REST_FACTOR = 9;
/** A query can also be slow because the machine is busy; then the next task must not wait for many seconds. */
const MAX_REST_MS = 1_500;
/** The same as for other tasks: a killed worker is detected after 10 s. */
const HEARTBEAT_MS = 3_000;

export interface TaskPool {
  /** A task may be due. */
  kick(): void;
  /** Accepts no new tasks, and lets running ones finish within a few seconds; another process runs the rest. */
  stop(): Promise<void>;
}

type Job = JobWithMetadata<TaskData>;

/**
 * Runs a task that waits for other machines: a hundred at once cost little, unless all hundred wait for the same
 * server that hangs. In pg-boss each worker is its own polling loop; here one loop claims as many as there is room
 * for, and the database counts how many of each group are running.
 */
export function startTaskPool(
  boss: PgBoss,
  task: Task & { perGroup: number },
  log: FastifyBaseLogger,
  run: (job: Job) => Promise<void>,
): TaskPool {
  return new Pool(boss, task, log, run);
}

class Pool implements TaskPool {
  readonly #boss: PgBoss;
  readonly #task: Task & { perGroup: number };
  readonly #log: FastifyBaseLogger;
  readonly #run: (job: Job) => Promise<void>;
  readonly #running = new Map<string, { job: Job; lost: AbortController }>();
  readonly #loop: DueLoop<Job>;
  readonly #heartbeat: NodeJS.Timeout;
  #restUntil = 0;
  #isPutOff = false;
  /** A group that was at its limit has room again: its next task is claimed immediately. */
  #isRoomInGroup = false;

  constructor(
    boss: PgBoss,
    task: Task & { perGroup: number },
    log: FastifyBaseLogger,
    run: (job: Job) => Promise<void>,
  ) {
    this.#boss = boss;
    this.#task = task;
    this.#log = log;
    this.#run = run;
    this.#loop = new DueLoop<Job>({
      name: task.name,
      log,
      concurrency: task.concurrency ?? 1,
      clock: systemClock,
      retryMs: RETRY_MS,
      // It is kicked when a task is queued or due; one that came during the rest is claimed after it.
      nextDueAt: async () => (this.#isPutOff ? new Date(this.#restUntil) : null),
      claim: (limit) => this.#claim(limit),
      work: (job) => this.#work(job),
    });
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS);
    this.#loop.start();
  }

  kick(): void {
    this.#loop.kick();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    clearInterval(this.#heartbeat);
    const left = [...this.#running.values()];
    if (left.length === 0) return;
    const jobs = left.map(({ job }) => job);
    const why = { message: 'The worker stopped while the task was running' };
    // If this fails, another worker notices the missing heartbeat.
    await this.#boss.fail(this.#task.name, jobs, why).catch(() => {});
    for (const { lost } of left) lost.abort();
  }

  async #claim(limit: number): Promise<Job[]> {
    this.#isPutOff = !this.#isRoomInGroup && Date.now() < this.#restUntil;
    if (this.#isPutOff) return [];
    this.#isRoomInGroup = false;
    const begunAt = Date.now();
    const jobs = await this.#boss.fetch<TaskData>(this.#task.name, {
      batchSize: limit,
      includeMetadata: true,
      groupConcurrency: this.#task.perGroup,
    });
    // Tasks of other groups may be waiting after those of a group that is now at its limit.
    if (jobs.length > 0) this.#loop.kick();
    else this.#rest(Date.now() - begunAt);
    return jobs;
  }

  #rest(queryMs: number): void {
    this.#restUntil = Date.now() + Math.min(REST_FACTOR * queryMs, MAX_REST_MS);
  }

  async #work(job: Job): Promise<void> {
    const lost = new AbortController();
    this.#running.set(job.id, { job, lost });
    try {
      await this.#run(Object.assign(job, { signal: lost.signal }));
      if (!lost.signal.aborted) await this.#boss.complete(this.#task.name, job);
    } catch (error) {
      const reason = error instanceof Error ? error : { message: String(error) };
      if (!lost.signal.aborted) await this.#boss.fail(this.#task.name, job, reason);
    } finally {
      if (this.#countOf(job.groupId) >= this.#task.perGroup) this.#isRoomInGroup = true;
      this.#running.delete(job.id);
      setImmediate(() => this.#loop.kick());
    }
  }

  #countOf(group: string | null | undefined): number {
    return [...this.#running.values()].filter(({ job }) => job.groupId === group).length;
  }

  async #beat(): Promise<void> {
    const held = [...this.#running.values()];
    if (held.length === 0) return;
    try {
      const jobs = held.map(({ job }) => job);
      // Missing in the library's type: the ids of the tasks that are still ours.
      const { settled }: { settled?: string[] } = await this.#boss.touch(this.#task.name, jobs);
      for (const { job, lost } of held) if (settled?.includes(job.id) === false) lost.abort();
    } catch (error) {
      this.#log.error({ err: error, task: this.#task.name }, 'task queue error');
    }
  }
}
