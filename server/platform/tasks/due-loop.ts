import type { FastifyBaseLogger } from 'fastify';

interface DueLoopOptions<Claimed> {
  name: string;
  log: FastifyBaseLogger;
  /**
   * Claims up to `limit` due rows, oldest first, so that no other process claims them at the same time. A claim
   * expires automatically, so that the rows of a killed process are claimed again.
   */
  claim(limit: number): Promise<Claimed[]>;
  work(claimed: Claimed): Promise<void>;
  /** How many are processed at once. */
  concurrency: number;
  /** How often it polls without a kick. */
  pollMs: number;
}

/** How long stopping waits for running work; another process claims the rest again. */
const DRAIN_MS = 5_000;

/** Processes rows as they become due: as many at once as allowed, and no more than that in memory. */
export class DueLoop<Claimed> {
  readonly #options: DueLoopOptions<Claimed>;
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #isClaiming = false;
  #isKicked = false;
  #stopped = false;

  constructor(options: DueLoopOptions<Claimed>) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.kick(), this.#options.pollMs);
    this.kick();
  }

  /** Something may be due. */
  kick(): void {
    if (this.#stopped) return;
    this.#isKicked = true;
    if (!this.#isClaiming) this.#claim();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    const limit = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
    await Promise.race([Promise.allSettled(this.#running), limit]);
  }

  async #claim(): Promise<void> {
    const { claim, concurrency, log, name } = this.#options;
    this.#isClaiming = true;
    try {
      while (this.#isKicked && !this.#stopped) {
        const room = concurrency - this.#running.size;
        // The next one to finish kicks again.
        if (room === 0) break;
        this.#isKicked = false;
        const claimed = await claim(room);
        for (const one of claimed) this.#begin(one);
        if (claimed.length === room) this.#isKicked = true;
      }
    } catch (error) {
      log.error({ err: error, engine: name }, 'could not query due work; trying again soon');
    } finally {
      this.#isClaiming = false;
    }
  }

  #begin(claimed: Claimed): void {
    const { log, name, work } = this.#options;
    const isFull = () => this.#running.size >= this.#options.concurrency;
    const working = work(claimed)
      .catch((error) => log.error({ err: error, engine: name }, 'due work failed'))
      .finally(() => {
        const wasFull = isFull();
        this.#running.delete(working);
        if (wasFull) this.kick();
      });
    this.#running.add(working);
  }
}
