import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { DueLoop } from './due-loop.ts';
import type { Task, TaskData } from './task.ts';

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

type Job = JobWithMetadata<TaskData>;

/**
 * Runs a task that waits for other machines: a hundred at once cost little, as long as they are not a
 * hundred to the one server that hangs. pg-boss's own workers are a polling loop each; here one loop
 * takes as many as there is room for, and the database counts how many of each group run.
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
  readonly #underWay = new Map<string, { job: Job; lost: AbortController }>();
  readonly #loop: DueLoop<Job>;
  readonly #heartbeat: NodeJS.Timeout;
  #restUntil = 0;
  /** A group that had its share has room again: its next one is found at once. */
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
      pollMs: POLL_MS,
      claim: (limit) => this.#claim(limit),
      work: (job) => this.#work(job),
    });
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS);
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    clearInterval(this.#heartbeat);
    const left = [...this.#underWay.values()];
    if (left.length === 0) return;
    const jobs = left.map(({ job }) => job);
    const why = { message: 'The worker stopped while it was under way' };
    // Without it, another one finds out by the heartbeat.
    await this.#boss.fail(this.#task.name, jobs, why).catch(() => {});
    for (const { lost } of left) lost.abort();
  }

  async #claim(limit: number): Promise<Job[]> {
    if (!this.#isRoomInGroup && Date.now() < this.#restUntil) return [];
    this.#isRoomInGroup = false;
    const begunAt = Date.now();
    const jobs = await this.#boss.fetch<TaskData>(this.#task.name, {
      batchSize: limit,
      includeMetadata: true,
      groupConcurrency: this.#task.perGroup,
    });
    // After those of a group that has its share now, others may wait.
    if (jobs.length > 0) this.#loop.kick();
    else this.#restUntil = Date.now() + REST_FACTOR * (Date.now() - begunAt);
    return jobs;
  }

  async #work(job: Job): Promise<void> {
    const lost = new AbortController();
    this.#underWay.set(job.id, { job, lost });
    try {
      await this.#run(Object.assign(job, { signal: lost.signal }));
      if (!lost.signal.aborted) await this.#boss.complete(this.#task.name, job);
    } catch (error) {
      const reason = error instanceof Error ? error : { message: String(error) };
      if (!lost.signal.aborted) await this.#boss.fail(this.#task.name, job, reason);
    } finally {
      if (this.#countOf(job.groupId) >= this.#task.perGroup) this.#isRoomInGroup = true;
      this.#underWay.delete(job.id);
      setImmediate(() => this.#loop.kick());
    }
  }

  #countOf(group: string | null | undefined): number {
    return [...this.#underWay.values()].filter(({ job }) => job.groupId === group).length;
  }

  async #beat(): Promise<void> {
    const held = [...this.#underWay.values()];
    if (held.length === 0) return;
    try {
      const jobs = held.map(({ job }) => job);
      // The type of the library leaves it out: the ids of those that are still ours.
      const { settled }: { settled?: string[] } = await this.#boss.touch(this.#task.name, jobs);
      for (const { job, lost } of held) if (settled?.includes(job.id) === false) lost.abort();
    } catch (error) {
      this.#log.error({ err: error, task: this.#task.name }, 'task queue error');
    }
  }
}
