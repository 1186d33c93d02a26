import type { FastifyBaseLogger } from 'fastify';

interface DueLoopOptions<Claimed> {
  name: string;
  log: FastifyBaseLogger;
  /**
   * Takes up to so many rows that are due, oldest first, so that no other process takes them meanwhile. A
   * claim ends by itself, so that those of a killed process are taken again.
   */
  claim(limit: number): Promise<Claimed[]>;
  work(claimed: Claimed): Promise<void>;
  /** How many are worked on at once. */
  concurrency: number;
  /** How often it looks when nothing tells it to. */
  pollMs: number;
}

/** How long stopping waits for what is under way; the rest is taken again by another process. */
const DRAIN_MS = 5_000;

/** Works off rows as they fall due: as many at once as it may, no more in memory than that. */
export class DueLoop<Claimed> {
  readonly #options: DueLoopOptions<Claimed>;
  readonly #underWay = new Set<Promise<void>>();
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
    const patience = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
    await Promise.race([Promise.allSettled(this.#underWay), patience]);
  }

  async #claim(): Promise<void> {
    const { claim, concurrency, log, name } = this.#options;
    this.#isClaiming = true;
    try {
      while (this.#isKicked && !this.#stopped) {
        const room = concurrency - this.#underWay.size;
        // Whoever finishes kicks again.
        if (room === 0) break;
        this.#isKicked = false;
        const claimed = await claim(room);
        for (const one of claimed) this.#begin(one);
        if (claimed.length === room) this.#isKicked = true;
      }
    } catch (error) {
      log.error({ err: error, engine: name }, 'could not look for what is due; looking again soon');
    } finally {
      this.#isClaiming = false;
    }
  }

  #begin(claimed: Claimed): void {
    const { log, name, work } = this.#options;
    const isFull = () => this.#underWay.size >= this.#options.concurrency;
    const working = work(claimed)
      .catch((error) => log.error({ err: error, engine: name }, 'work that was due failed'))
      .finally(() => {
        const wasFull = isFull();
        this.#underWay.delete(working);
        if (wasFull) this.kick();
      });
    this.#underWay.add(working);
  }
}
