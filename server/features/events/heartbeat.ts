import { setImmediate } from 'node:timers/promises';
import type { Listener } from './listener.ts';
import type { StreamAccess } from './stream-access.ts';

const EMPTY_COMMENT = Buffer.from(':\n\n');
/** Written without a pause; then other requests are processed. */
const BATCH = 250;

/** One timer for all streams: keeps idle ones open, and ends those whose token has become invalid. */
export class Heartbeat {
  readonly #listeners: () => Iterable<Listener>;
  readonly #access: StreamAccess;
  readonly #timer: NodeJS.Timeout;
  #isBeating = false;

  constructor(listeners: () => Iterable<Listener>, access: StreamAccess, everyMs: number) {
    this.#listeners = listeners;
    this.#access = access;
    this.#timer = setInterval(() => this.#beat(), everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    const listeners = [...this.#listeners()];
    // While the database is unavailable, tokens cannot be checked; the streams stay open until they can.
    await this.#access.endInvalid(listeners).catch(() => {});
    for (let from = 0; from < listeners.length; from += BATCH) {
      for (const { connection } of listeners.slice(from, from + BATCH)) {
        // A client that does not read is sent nothing more.
        if (!connection.isClosed && !connection.isFull) connection.write(EMPTY_COMMENT);
      }
      await setImmediate();
    }
    this.#isBeating = false;
  }
}
