import { BoundedCache } from '../bounded-cache.ts';
import { FairQueue } from './fair-queue.ts';
import type { Job, JobResult } from './jobs.ts';
import { SandboxThread } from './sandbox-thread.ts';

/**
 * One for all, one for organizations whose jobs have taken too long, and one that is ready when another had to be ended: to
 * start one takes 0.1 to 0.3 s.
 */
const THREADS = 3;
/** One thread takes 30 MB, and is usually enough. The others start when jobs wait for it, and end when none has waited for so long. */
const SPARE_MS = 60_000;
/** No job for so long: the last one ends too. The next job waits for its start. */
const REST_MS = 5 * 60_000;
/** Jobs that one message takes to a thread: with one each, a busy process would pass on two per turn of its loop. */
const BATCH_SIZE = 64;
/** More than a busy organization ever has. */
const MAX_WAITING_OF_EACH = 2_000;
/** Usual is less than a millisecond, but threads that start on a busy machine can take seconds. */
const MAX_WAITING_MS = 20_000;
/** For so long an organization whose job was ended shares one thread with others like it. */
const SUSPECT_MS = 60_000;
/** A thread that does not start is tried again with a pause. */
const RESTART_MS = 1_000;

/** The job was ended: it took too long, or too much memory. */
export class JobEnded extends Error {
  readonly reason: 'time' | 'memory';

  constructor(reason: 'time' | 'memory') {
    super(`A job of the sandbox was ended: ${reason}`);
    this.reason = reason;
  }
}

/** There is no room for the job now. It was not started. */
export class PoolBusy extends Error {}

interface Waiting {
  owner: string;
  job: Job;
  since: number;
  refusal(): JobEnded | null;
  resolve(result: JobResult): void;
  reject(error: unknown): void;
}

/**
 * Runs jobs in threads. Organizations take turns. An organization whose job had to be ended is a suspect for a minute:
 * suspects share one thread and run one job at a time, so the others always have a thread that no one else ends.
 */
export class ThreadPool {
  readonly #queue = new FairQueue<Waiting>();
  readonly #threads = new Set<SandboxThread>();
  readonly #suspects = new BoundedCache<string, number>(10_000);
  #busyWithSuspects: SandboxThread | null = null;
  #lostAt = -Infinity;
  /** Ends all threads but one. It does not run while there is only one. */
  #spareTimer: NodeJS.Timeout | undefined;
  #restTimer: NodeJS.Timeout | undefined;
  /** No thread is needed until the next job. */
  #isResting = false;
  #isClosed = false;

  /** `refusal` is asked again when it is the job's turn: another job may have shown by then that this one is too slow. */
  run(owner: string, job: Job, refusal: () => JobEnded | null): Promise<JobResult> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed || this.#queue.countOf(owner) >= MAX_WAITING_OF_EACH) {
        reject(new PoolBusy());
        return;
      }
      this.#queue.add(owner, { owner, job, refusal, since: performance.now(), resolve, reject });
      this.#isResting = false;
      // With the jobs that other callbacks of this turn add.
      queueMicrotask(() => this.#dispatch());
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#spareTimer);
    this.#spareTimer = undefined;
    clearTimeout(this.#restTimer);
    this.#restTimer = undefined;
    for (const job of this.#takeAll()) job.reject(new PoolBusy());
    await Promise.all([...this.#threads].map((thread) => thread.end()));
    // Another service in this process can use it again: a thread starts with its first job, and not before.
    this.#isResting = true;
    this.#lostAt = -Infinity;
    this.#isClosed = false;
  }

  #startThread(): void {
    const thread: SandboxThread = new SandboxThread(() => {
      if (thread.hasEnded) this.#ended(thread);
      this.#dispatch();
    });
    this.#threads.add(thread);
  }

  #ended(thread: SandboxThread): void {
    this.#threads.delete(thread);
    // No thread starts: jobs should not wait for that.
    if (!thread.wasReady) this.#lost(this.#threads.size === 0 ? this.#takeAll() : []);
  }

  #dispatch(): void {
    if (this.#isClosed) return;
    this.#refill();
    for (const thread of this.#threads) {
      if (this.#queue.size === 0) return;
      if (!thread.isIdle) continue;
      const batch = this.#nextBatch(thread);
      if (batch.length > 0) this.#runBatch(thread, batch);
    }
    const isWaiting = this.#queue.size > 0 && [...this.#threads].some((thread) => thread.isReady);
    if (!isWaiting) return;
    this.#keepSpares();
    this.#refill();
  }

  #keepSpares(): void {
    clearTimeout(this.#spareTimer);
    this.#spareTimer = setTimeout(() => this.#endSpares(), SPARE_MS).unref();
  }

  #endSpares(): void {
    const [, ...spares] = this.#threads;
    if ([...this.#threads].every((thread) => thread.isIdle)) {
      this.#spareTimer = undefined;
      for (const thread of spares) thread.end().catch(() => {});
    } else this.#keepSpares();
  }

  #restLater(): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#rest(), REST_MS).unref();
  }

  #rest(): void {
    // A job that is not done after minutes waits for a thread that does not start.
    if (this.#queue.size > 0 || ![...this.#threads].every((thread) => thread.isIdle)) {
      this.#restLater();
      return;
    }
    this.#isResting = true;
    for (const thread of this.#threads) thread.end().catch(() => {});
  }

  /** Threads that are ending do not count, but not many of them may be ending at a time. */
  #refill(): void {
    if (this.#isResting || performance.now() - this.#lostAt < RESTART_MS) return;
    const alive = [...this.#threads].filter((thread) => !thread.isDead).length;
    // The first one alone, so that it is ready as soon as possible.
    const isFirst = ![...this.#threads].some((thread) => thread.isReady);
    const wanted = isFirst || this.#spareTimer === undefined ? 1 : THREADS;
    const room = Math.min(wanted - alive, 2 * THREADS - this.#threads.size);
    for (let started = 0; started < room; started += 1) this.#startThread();
  }

  /** A thread was lost for no reason of its jobs: they are refused, and the next thread starts after a pause. */
  #lost(jobs: readonly Waiting[]): void {
    this.#lostAt = performance.now();
    for (const job of jobs) job.reject(new PoolBusy());
    setTimeout(() => this.#dispatch(), RESTART_MS).unref();
  }

  #takeAll(): Waiting[] {
    const jobs: Waiting[] = [];
    for (let job = this.#queue.take(); job; job = this.#queue.take()) jobs.push(job);
    return jobs;
  }

  #nextBatch(thread: SandboxThread): Waiting[] {
    const hasOther = [...this.#threads].some((other) => other !== thread && other.isReady);
    const maySuspects = hasOther && this.#busyWithSuspects === null;
    const first = this.#take((owner) => maySuspects || !this.#isSuspect(owner));
    if (first === null) return [];
    if (this.#isSuspect(first.owner)) {
      this.#busyWithSuspects = thread;
      return [first];
    }
    const batch = [first];
    while (batch.length < BATCH_SIZE) {
      const next = this.#take((owner) => !this.#isSuspect(owner));
      if (next === null) break;
      batch.push(next);
    }
    return batch;
  }

  #isSuspect(owner: string): boolean {
    return (this.#suspects.get(owner) ?? 0) > performance.now();
  }

  /** The next job of an owner that `mayGo`. */
  #take(mayGo: (owner: string) => boolean): Waiting | null {
    for (;;) {
      const job = this.#queue.take(mayGo);
      if (job === null) return null;
      const isExpired = performance.now() - job.since > MAX_WAITING_MS;
      const refusal = isExpired ? new PoolBusy() : job.refusal();
      if (refusal === null) return job;
      job.reject(refusal);
    }
  }

  async #runBatch(thread: SandboxThread, batch: readonly Waiting[]): Promise<void> {
    try {
      const end = await thread.run(batch.map(({ job }) => job));
      if ('results' in end) {
        for (const [index, result] of end.results.entries()) batch[index]?.resolve(result);
        this.#putBack(batch.slice(end.results.length));
      } else if (end.reason === 'lost') this.#lost(batch);
      else this.#blame(batch, end.endedAt, end.reason);
    } catch (error) {
      for (const job of batch) job.reject(error);
    }
    if (this.#busyWithSuspects === thread) this.#busyWithSuspects = null;
    this.#restLater();
    this.#dispatch();
  }

  /** The job that the thread was at has failed. The others of its batch are run again, in another thread. */
  #blame(batch: readonly Waiting[], index: number, reason: 'time' | 'memory'): void {
    const ended = batch[index];
    this.#keepSpares();
    if (ended) {
      this.#suspects.set(ended.owner, performance.now() + SUSPECT_MS);
      ended.reject(new JobEnded(reason));
    }
    this.#putBack(batch.filter((one) => one !== ended));
  }

  #putBack(jobs: readonly Waiting[]): void {
    if (this.#isClosed) for (const job of jobs) job.reject(new PoolBusy());
    else for (const job of jobs.toReversed()) this.#queue.putBack(job.owner, job);
  }
}
