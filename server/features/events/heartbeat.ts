import { setImmediate } from 'node:timers/promises';
import type { Listener } from './listener.ts';
import type { Standing } from './standing.ts';

const SIGN_OF_LIFE = Buffer.from(':\n\n');
/** Written in one go; then requests have their turn. */
const AT_ONCE = 250;

/** One timer for all: keeps idle streams open, and ends those whose token has become invalid. */
export class Heartbeat {
  readonly #listeners: () => Iterable<Listener>;
  readonly #standing: Standing;
  readonly #timer: NodeJS.Timeout;
  #isBeating = false;

  constructor(listeners: () => Iterable<Listener>, standing: Standing, everyMs: number) {
    this.#listeners = listeners;
    this.#standing = standing;
    this.#timer = setInterval(() => this.#beat(), everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    const listeners = [...this.#listeners()];
    // While the database is away nobody’s standing is known; they are kept until it is.
    await this.#standing.endInvalid(listeners).catch(() => {});
    for (let from = 0; from < listeners.length; from += AT_ONCE) {
      for (const { connection } of listeners.slice(from, from + AT_ONCE)) {
        // One that does not take what was sent is sent no more.
        if (!connection.isClosed && !connection.isFull) connection.write(SIGN_OF_LIFE);
      }
      await setImmediate();
    }
    this.#isBeating = false;
  }
}
