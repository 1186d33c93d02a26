import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../metrics.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Secrets } from '../secrets.ts';

/** What a task's handler works with. */
export interface TaskContext {
  database: Database;
  metrics: Metrics;
  log: FastifyBaseLogger;
  /** The way to other machines. */
  outbound: Outbound;
  /** Opens what is sealed; null where no key is set. */
  secrets: Secrets | null;
}

/** What every queued task says besides its own data. */
export interface TaskData {
  organization_id: string;
}

export interface QueuedTask<Data> {
  id: string;
  data: Data & TaskData;
  /** When it was queued, for measuring how late it is. */
  queuedAt: Date;
  /** Aborted when the process drains or another worker has taken the task over. */
  signal: AbortSignal;
}

/**
 * A kind of background work. `job` is a word of the domain, so ours is a task; pg-boss's jobs carry it.
 * A handler may run twice and may be killed at any line: it must be safe either way.
 */
export interface Task<Data extends object = object> {
  readonly name: string;
  readonly description: string;
  /** How often a failing task is tried again before it is put into the dead-letter queue. */
  readonly retryLimit: number;
  /** How many the handler takes at once, for tasks that are cheap one by one. */
  readonly batchSize?: number;
  /** How many handlers run beside each other in a process. */
  readonly concurrency?: number;
  /**
   * How many of one group run at a time, in all processes together; the group is told when a task is
   * queued. For tasks that wait for somebody else's machine: then `concurrency` may be high, and a machine
   * that hangs holds up its own alone.
   */
  readonly perGroup?: number;
  /** A cron line in UTC, for work that no request asks for. */
  readonly schedule?: string;
  handle(context: TaskContext, tasks: QueuedTask<Data>[]): Promise<void>;
}

export const DEAD_LETTER_QUEUE = 'dead-letter';
