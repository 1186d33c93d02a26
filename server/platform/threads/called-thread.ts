import { type ResourceLimits, Worker } from 'node:worker_threads';
import { threadEnvironment } from './thread-environment.ts';

/** The last call ended that long ago: the thread is ended, and its memory is free again. */
const IDLE_MS = 5 * 60 * 1000;
/** Far longer than any call takes, also with the start of the thread on a busy machine. */
const STUCK_MS = 20_000;

/** What the thread was doing is not known: it ended, or one of its calls took too long. */
export class ThreadLost extends Error {}

/** Functions whose parameters and results can be copied between threads. */
export type Callable = Record<string, (...given: never[]) => Promise<unknown>>;

export interface Call {
  id: number;
  name: string;
  given: unknown[];
}

export type CallEnd = { id: number; value: unknown } | { id: number; error: unknown };

export interface CalledThreadOptions {
  /** The thread has only one call, and the others wait here: one that takes it down fails alone, and each has the whole time. */
  isOneAtATime?: boolean;
  resourceLimits?: ResourceLimits;
}

/**
 * Functions in their own thread, for libraries that take long to load: while this thread loads one, no request is
 * served. The other thread is started with the first call.
 */
export class CalledThread<Functions extends Callable> {
  readonly #entry: URL;
  readonly #isOneAtATime: boolean;
  readonly #resourceLimits: ResourceLimits;
  #last: Promise<unknown> = Promise.resolve();
  readonly #open = new Map<number, PromiseWithResolvers<unknown>>();
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastId = 0;

  /** `entry` is a program that passes the functions to `serveCalls`. */
  constructor(entry: URL, { isOneAtATime = false, resourceLimits = {} }: CalledThreadOptions = {}) {
    this.#entry = entry;
    this.#isOneAtATime = isOneAtATime;
    this.#resourceLimits = resourceLimits;
  }

  async call<Name extends keyof Functions & string>(
    name: Name,
    ...given: Parameters<Functions[Name]>
  ): Promise<Awaited<ReturnType<Functions[Name]>>> {
    if (!this.#isOneAtATime) return this.#send(name, given);
    const result = this.#last.then(() => this.#send(name, given));
    this.#last = result.catch(() => {});
    return result;
  }

  async #send<Name extends keyof Functions & string>(
    name: Name,
    given: Parameters<Functions[Name]>,
  ): Promise<Awaited<ReturnType<Functions[Name]>>> {
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    this.#worker.postMessage({ id, name, given } satisfies Call);
    this.#worker.ref();
    // Later calls do not give a thread that is stuck more time.
    if (this.#open.size === 0) this.#endAfter(STUCK_MS);
    const end = Promise.withResolvers<unknown>();
    this.#open.set(id, end);
    return end.promise as Promise<Awaited<ReturnType<Functions[Name]>>>;
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, {
      env: threadEnvironment(),
      execArgv: [],
      resourceLimits: this.#resourceLimits,
    });
    worker.on('message', (end: CallEnd) => this.#settle(worker, end));
    worker.on('error', (cause) =>
      this.#lose(worker, new ThreadLost('The thread failed.', { cause })),
    );
    worker.on('exit', () => this.#lose(worker, new ThreadLost('The thread has ended.')));
    return worker;
  }

  #settle(worker: Worker, end: CallEnd): void {
    const open = this.#open.get(end.id);
    this.#open.delete(end.id);
    if ('error' in end) open?.reject(end.error);
    else open?.resolve(end.value);
    const isIdle = this.#open.size === 0;
    // An idle thread does not keep the process running.
    if (isIdle) worker.unref();
    this.#endAfter(isIdle ? IDLE_MS : STUCK_MS);
  }

  #endAfter(delayMs: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), delayMs).unref();
  }

  /** The next call starts a thread again. */
  end(): void {
    const worker = this.#worker;
    if (!worker) return;
    this.#lose(worker, new ThreadLost('A function in another thread took too long.'));
    worker.terminate().catch(() => {});
  }

  /** The calls that it had fail. */
  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
  }
}
