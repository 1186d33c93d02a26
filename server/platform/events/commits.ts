import { MAX_IDS_PER_NOTIFICATION } from './announcements.ts';

/** The first commit is passed on immediately, then all others at most this often. */
const PAUSE_MS = 10;

/** What brings the followers of some organizations up to date. */
export interface Publisher {
  owns(organizationId: string): boolean;
  publish(organizationIds: readonly string[]): void;
}

/**
 * Passes on which organizations have new events: to the publisher of this process for its own, to all processes for
 * the others. It is sent after the commit, one notification for all that committed in the meantime, because
 * PostgreSQL commits only one notifying transaction at a time, including its flush to disk. It is only a hint: if the
 * process is killed before, the publishers find the events a few seconds later.
 */
export class Commits {
  readonly #notify: (organizationIds: readonly string[]) => Promise<unknown>;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  /** Null in a process that only serves requests. */
  publisher: Publisher | null = null;

  constructor(notify: (organizationIds: readonly string[]) => Promise<unknown>) {
    this.#notify = notify;
  }

  add(organizationIds: Iterable<string>): void {
    for (const id of organizationIds) this.#waiting.add(id);
    if (this.#timer === null && this.#waiting.size > 0) this.#send();
  }

  #send(): void {
    const ids = [...this.#waiting];
    this.#waiting.clear();
    const own = ids.filter((id) => this.publisher?.owns(id));
    if (own.length > 0) this.publisher?.publish(own);
    const others = ids.filter((id) => !this.publisher?.owns(id));
    for (let from = 0; from < others.length; from += MAX_IDS_PER_NOTIFICATION) {
      this.#notify(others.slice(from, from + MAX_IDS_PER_NOTIFICATION)).catch(() => {});
    }
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#waiting.size > 0) this.#send();
    }, PAUSE_MS).unref();
  }
}
