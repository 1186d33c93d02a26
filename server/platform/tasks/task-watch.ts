import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';

const DUE_MS = 500;
/** A killed worker is detected this much later than its heartbeat ends. */
const LOST_MS = 2_000;

/** The limit makes the planner look into one partition per queue. */
const findDue = statement(
  'find_due_tasks',
  `select q.name
   from unnest($1::text[]) as q (name)
   cross join lateral (
     select from pgboss.job j
     where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now() limit 1
   ) as due`,
);

const findLost = statement(
  'find_lost_tasks',
  `select q.name
   from unnest($1::text[]) as q (name)
   cross join lateral (
     select from pgboss.job j
     where j.name = q.name and j.state = 'active'
       and (j.heartbeat_on + j.heartbeat_seconds * interval '1 second' < now()
            or j.started_on + j.expire_seconds * interval '1 second' < now())
     limit 1
   ) as lost`,
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
 * for all queues, instead of one for each.
 */
export class TaskWatch {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #lostAt = 0;
  #stopped = false;
  /** When it last looked; null before the first time. */
  lastAt: Date | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#looking = this.#look();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { database, log, queues, onDue, onLost } = this.#options;
    try {
      const due = await database.withoutTenant<{ name: string }>(findDue, [queues]);
      this.lastAt = new Date();
      for (const { name } of due) onDue(name);
      if (Date.now() - this.#lostAt >= LOST_MS) {
        this.#lostAt = Date.now();
        const lost = await database.withoutTenant<{ name: string }>(findLost, [queues]);
        for (const { name } of lost) await onLost(name);
      }
    } catch (error) {
      if (!this.#stopped) log.error({ err: error }, 'could not look for due tasks; trying again');
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.start(), DUE_MS);
  }
}
