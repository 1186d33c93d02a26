/** A worker is woken at once, and then at most this often. */
const PAUSE_MS = 10;

/**
 * Wakes the workers of a queue after a commit. pg-boss would do so with a NOTIFY inside the
 * transaction, but PostgreSQL lets only one notifying transaction commit at a time, its flush to disk
 * included: on a disk that takes 1 ms for it, no more than 1,000 mutations a second would commit, all
 * organizations together. So the note is sent behind the commit, one for all that committed meanwhile. It is only
 * a hint: a process killed before it sends costs the half second until the next poll, never the task.
 */
export class WakeUp {
  readonly #notify: (queue: string) => Promise<unknown>;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(notify: (queue: string) => Promise<unknown>) {
    this.#notify = notify;
  }

  wake(queues: Iterable<string>): void {
    for (const queue of queues) this.#waiting.add(queue);
    if (this.#timer === null && this.#waiting.size > 0) this.#send();
  }

  #send(): void {
    for (const queue of this.#waiting) this.#notify(queue).catch(() => {});
    this.#waiting.clear();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#waiting.size > 0) this.#send();
    }, PAUSE_MS).unref();
  }
}
