import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';

interface DueLoopOptions<Claimed> {
  name: string;
  log: FastifyBaseLogger;
  clock: Clock;
  /**
   * Claims up to `limit` due rows, oldest first, so that no other process claims them at the same time. A claim
   * expires automatically, so that the rows of a killed process are claimed again.
   */
  claim(limit: number): Promise<Claimed[]>;
  /** When the next row is due; null if none is waiting. The loop sleeps until then, unless it is kicked. */
  nextDueAt(): Promise<Date | null>;
  work(claimed: Claimed): Promise<void>;
  /** How many are processed at once. */
  concurrency: number;
  /** How soon it tries again after a kick, and if rows are due that it could not claim. */
  retryMs: number;
}

/** What no notification announced, because a process was killed, is found after this time. */
const MAX_SLEEP_MS = 5_000;
/** How long stopping waits for running work; another process claims the rest again. */
const DRAIN_MS = 5_000;

/** How long nothing has to be done, and whether something was already due when this was asked. */
interface Pause {
  ms: number;
  isDue: boolean;
  /** No known moment ends the pause: it only looks for what was not announced. */
  isIdle: boolean;
}

/** Processes rows as they become due: as many at once as allowed, and no more than that in memory. */
export class DueLoop<Claimed> {
  readonly #options: DueLoopOptions<Claimed>;
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => void) | undefined;
  #isClaiming = false;
  #isKicked = false;
  /** No one has kicked it since it last looked. */
  #isQuiet = false;
  /** It slept although nothing was known to be due afterwards. */
  #isIdle = false;
  #stopped = false;

  constructor(options: DueLoopOptions<Claimed>) {
    this.#options = options;
  }

  start(): void {
    this.#unlisten = this.#options.clock.onChange?.(() => this.kick());
    this.kick();
  }

  /** Something may be due. */
  kick(): void {
    this.#isQuiet = false;
    this.#isIdle = false;
    this.#wake();
  }

  #wake(): void {
    if (this.#stopped) return;
    this.#isKicked = true;
    if (!this.#isClaiming) void this.#claim();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unlisten?.();
    clearTimeout(this.#timer);
    const limit = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
    await Promise.race([Promise.allSettled(this.#running), limit]);
  }

  async #claim(): Promise<void> {
    const { claim, concurrency, log, name } = this.#options;
    this.#isClaiming = true;
    clearTimeout(this.#timer);
    let pause: Pause = { ms: this.#options.retryMs, isDue: true, isIdle: false };
    try {
      while (this.#isKicked && !this.#stopped) {
        const room = concurrency - this.#running.size;
        // The next one to finish kicks again.
        if (room === 0) break;
        this.#isKicked = false;
        if (this.#isIdle) {
          // Most often there is still nothing: to ask costs less than to claim nothing and then ask.
          this.#isIdle = false;
          pause = await this.#untilNext();
          if (!pause.isDue) continue;
        }
        const claimed = await claim(room);
        for (const one of claimed) this.#begin(one);
        if (claimed.length === room) this.#isKicked = true;
        // While it is kicked all the time, it does not ask how long it could sleep.
        else if (this.#isQuiet) pause = await this.#untilNext();
      }
    } catch (error) {
      if (!this.#stopped)
        log.error({ err: error, engine: name }, 'could not query due work; trying again soon');
    } finally {
      this.#isClaiming = false;
      if (!this.#stopped) this.#sleep(pause);
    }
  }

  #sleep({ ms, isIdle }: Pause): void {
    this.#timer = setTimeout(() => {
      this.#isQuiet = true;
      this.#isIdle = isIdle;
      this.#wake();
    }, ms);
  }

  async #untilNext(): Promise<Pause> {
    const { clock, nextDueAt, retryMs } = this.#options;
    const next = await nextDueAt();
    const waitMs = next === null ? Infinity : next.getTime() - clock.now().getTime();
    if (waitMs <= 0) return { ms: retryMs, isDue: true, isIdle: false };
    return { ms: Math.min(waitMs, MAX_SLEEP_MS), isDue: false, isIdle: waitMs > MAX_SLEEP_MS };
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
