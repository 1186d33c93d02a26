import { Worker } from 'node:worker_threads';
import { codeOf } from '../failure.ts';
import { threadEnvironment } from '../threads/thread-environment.ts';
import type { Job, JobResult } from './jobs.ts';
import { currentJob, milliseconds, newProgress } from './progress.ts';

/** Processor time of one job. The usual ones take 0.01 to 0.2 ms. */
const DEADLINE_MS = 50;
/**
 * On a busy machine a thread may not get the processor for a while, which is not the fault of the job. But a job that
 * sits in one long call of the engine cannot be asked for its time, and ends here.
 */
const MAX_WALL_MS = 500;
const HEAP_MB = 128;

const ENTRY = new URL('./thread.ts', import.meta.url);

/** How a batch ended: with results, of all jobs or of the first ones; or because its thread ended during one job. */
export type BatchEnd = { results: readonly JobResult[] } | { endedAt: number; reason: EndReason };

/** Too slow, too much memory, or the thread did not start or was lost. */
export type EndReason = 'time' | 'memory' | 'lost';

/** One thread. It evaluates one batch at a time, and is ended with the job that takes too long. */
export class SandboxThread {
  readonly #progress = newProgress();
  readonly #worker: Worker;
  #finish: ((end: BatchEnd) => void) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #batch = 0;
  #beganAt = 0;
  #watched = -1;
  #isReady = false;
  #isDead = false;
  #hasEnded = false;

  /** `onChange` is called when the thread is ready, and when it has ended. */
  constructor(onChange: () => void) {
    this.#worker = new Worker(ENTRY, {
      name: 'sandbox',
      workerData: this.#progress,
      env: threadEnvironment(),
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: HEAP_MB,
        maxYoungGenerationSizeMb: 16,
        stackSizeMb: 2,
      },
    });
    this.#worker.on('message', (message: 'ready' | readonly JobResult[]) => {
      if (message !== 'ready') return this.#settle({ results: message });
      this.#isReady = true;
      // An idle thread does not keep the process running.
      this.#worker.unref();
      onChange();
    });
    this.#worker.on('error', (error) => {
      this.#die(codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'lost');
    });
    this.#worker.on('exit', () => {
      this.#hasEnded = true;
      this.#die('lost');
      onChange();
    });
  }

  /** It can take jobs, now or after those that it has. */
  get isReady(): boolean {
    return this.#isReady && !this.#isDead;
  }

  get wasReady(): boolean {
    return this.#isReady;
  }

  get isIdle(): boolean {
    return this.isReady && this.#finish === null;
  }

  /** It takes no more jobs, but may still be ending. */
  get isDead(): boolean {
    return this.#isDead;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Throws if the jobs cannot be copied to the thread. */
  run(jobs: readonly Job[]): Promise<BatchEnd> {
    this.#worker.postMessage(jobs);
    this.#worker.ref();
    this.#batch += 1;
    const { promise, resolve } = Promise.withResolvers<BatchEnd>();
    this.#finish = resolve;
    this.#watch();
    return promise;
  }

  async end(): Promise<void> {
    this.#die('lost');
    await this.#worker.terminate();
  }

  #watch(): void {
    this.#watched = -1;
    this.#checkIn(DEADLINE_MS);
  }

  #checkIn(delayMs: number): void {
    this.#timer = setTimeout(() => this.#check(), delayMs);
  }

  /** Ends the thread if its job has used up its time. This process may be late itself, so the thread's own time counts. */
  async #check(): Promise<void> {
    const batch = this.#batch;
    const job = currentJob(this.#progress);
    const now = performance.now();
    if (job === null || job.index !== this.#watched) {
      this.#watched = job?.index ?? -1;
      this.#beganAt = now;
    }
    if (job !== null && now - this.#beganAt >= MAX_WALL_MS) return this.#kill(job.index);
    const usedMs = job === null ? 0 : await this.#usedSince(job.beganCpuMs);
    if (this.#finish === null || this.#batch !== batch) return;
    const isSame = job !== null && currentJob(this.#progress)?.index === job.index;
    if (isSame && usedMs >= DEADLINE_MS) this.#kill(job.index);
    else this.#checkIn(Math.max(5, DEADLINE_MS - usedMs));
  }

  /** Processor time of the thread since then. A thread inside one long call does not respond, and counts as busy. */
  async #usedSince(beganCpuMs: number): Promise<number> {
    const waitMs = MAX_WALL_MS - (performance.now() - this.#beganAt);
    const noResponse = Promise.withResolvers<null>();
    const timer = setTimeout(() => noResponse.resolve(null), Math.max(0, waitMs));
    const usage = await Promise.race([
      this.#worker.cpuUsage().catch(() => null),
      noResponse.promise,
    ]);
    clearTimeout(timer);
    return usage === null ? DEADLINE_MS : milliseconds(usage) - beganCpuMs;
  }

  #kill(index: number): void {
    this.#isDead = true;
    this.#settle({ endedAt: index, reason: 'time' });
    // Not awaited: a thread inside one long call ends only after it.
    this.#worker.terminate().catch(() => {});
  }

  #die(reason: EndReason): void {
    this.#isDead = true;
    this.#settle({ endedAt: currentJob(this.#progress)?.index ?? 0, reason });
  }

  #settle(end: BatchEnd): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const finish = this.#finish;
    this.#finish = null;
    if (!this.#isDead) this.#worker.unref();
    finish?.(end);
  }
}
