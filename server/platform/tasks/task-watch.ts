import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/** What no notification announced, because a process was killed, is found after this time. */
const MAX_SLEEP_MS = 5_000;
/** How soon it looks again after a notification or a failed task, and while tasks are due that nothing takes. */
const SOON_MS = 500;
/** A killed worker is detected this much later than its heartbeat ends. */
const LOST_MS = 2_000;

/** The limit makes the planner look into one partition per queue. */
const findDue = statement(
  'find_due_tasks',
  `select q.name, t.is_due, case when not t.is_due then (
      select min(j.start_after) from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked
    ) end as next_at
   from unnest($1::text[]) as q (name)
   cross join lateral (
     select exists (
       select from pgboss.job j
       where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now() limit 1
     ) as is_due
   ) as t`,
);

/** Running tasks, and those of a worker that does not exist any more. */
const findLost = statement(
  'find_lost_tasks',
  `select q.name, running.lost_at, running.lost_at < now() as is_lost
   from unnest($1::text[]) as q (name)
   cross join lateral (
     select min(least(j.heartbeat_on + j.heartbeat_seconds * interval '1 second',
                      j.started_on + j.expire_seconds * interval '1 second')) as lost_at
     from pgboss.job j where j.name = q.name and j.state = 'active'
   ) as running
   where running.lost_at is not null`,
);

interface Options {
  database: Database;
  log: FastifyBaseLogger;
  queues: readonly string[];
  onDue(queue: string): void;
  /** Tasks of a worker that was killed, or that took too long. */
  onLost(queue: string): Promise<void>;
}

/**
 * Looks for due and lost tasks until it is stopped. Queued tasks are announced after the commit. What becomes due later, a
 * retry or a task with a time, and what was not announced because a process was killed, is found here: by one statement
 * for all queues, which also says until when there is nothing to do.
 */
export class TaskWatch {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer fires; null while it is looking. */
  #wakesAt: number | null = null;
  #isHinted = false;
  #looking: Promise<void> = Promise.resolve();
  #lostAt = 0;
  #stopped = false;
  /** When it last looked; null before the first time. */
  lastAt: Date | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#wakesAt = null;
    this.#looking = this.#look();
  }

  /** A task may have been queued for a moment that comes before the next known one. */
  hint(): void {
    this.#isHinted = true;
    if (this.#wakesAt !== null && this.#wakesAt > Date.now() + SOON_MS) this.#sleep(SOON_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    this.#isHinted = false;
    let sleepMs = SOON_MS;
    try {
      sleepMs = Math.min(await this.#findDue(), await this.#findLost(), MAX_SLEEP_MS);
      this.lastAt = new Date();
    } catch (error) {
      if (!this.#stopped)
        this.#options.log.error({ err: error }, 'could not look for due tasks; trying again');
    }
    this.#sleep(this.#isHinted ? Math.min(sleepMs, SOON_MS) : sleepMs);
  }

  #sleep(ms: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#wakesAt = Date.now() + ms;
    this.#timer = setTimeout(() => this.start(), ms);
  }

  /** How long until the next one is due. */
  async #findDue(): Promise<number> {
    const { database, queues, onDue } = this.#options;
    type Found = { name: string; is_due: boolean; next_at: Date | null };
    const found = await database.withoutTenant<Found>(findDue, [queues]);
    const due = found.filter(({ is_due }) => is_due);
    for (const { name } of due) onDue(name);
    if (due.length > 0) return SOON_MS;
    const next = Math.min(...found.map(({ next_at }) => next_at?.getTime() ?? Infinity));
    return Math.max(next - Date.now(), SOON_MS);
  }

  /**
   * How long until a running task can be lost. One that begins after this was asked sends its first heartbeat later
   * than the longest sleep, so it is seen before it can be lost.
   */
  async #findLost(): Promise<number> {
    const now = Date.now();
    if (now < this.#lostAt) return this.#lostAt - now;
    const { database, queues, onLost } = this.#options;
    type Found = { name: string; lost_at: Date; is_lost: boolean };
    const found = await database.withoutTenant<Found>(findLost, [queues]);
    for (const { name, is_lost } of found) if (is_lost) await onLost(name);
    const next = Math.min(...found.map(({ lost_at }) => lost_at.getTime()));
    this.#lostAt = now + Math.min(Math.max(next - now, LOST_MS), MAX_SLEEP_MS);
    return this.#lostAt - now;
  }
}
