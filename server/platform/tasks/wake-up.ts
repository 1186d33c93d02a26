/** A worker is woken immediately, and then at most this often. */
const PAUSE_MS = 10;

/**
 * Wakes the workers of a queue after a commit. pg-boss would do so with a NOTIFY inside the transaction, but
 * PostgreSQL commits only one notifying transaction at a time, including its flush to disk: on a disk that takes
 * 1 ms for it, at most 1,000 mutations per second could commit, for all organizations together. So the
 * notification is sent after the commit, one for all transactions that committed in the meantime. It is only a
 * hint: a process killed before it sends causes a delay of up to five seconds until the next poll, but loses no task.
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
