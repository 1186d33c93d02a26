import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../metrics.ts';
import type { Geocoder } from '../outbound/geocoder.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { RoutingServer } from '../outbound/routing-server.ts';
import type { Secrets } from '../secrets.ts';

/** What the handler of a task can use. */
export interface TaskContext {
  database: Database;
  metrics: Metrics;
  log: FastifyBaseLogger;
  /** For connections to other machines. */
  outbound: Outbound;
  /** Finds the coordinates of addresses; null if none is set. */
  geocoder: Geocoder | null;
  /** Knows how long it takes to drive between places; null if none is set. */
  routing: RoutingServer | null;
  /** How many whole months of the event log are kept; null for all. */
  logMonths: number | null;
  /** Decrypts secrets; null if no key is set. */
  secrets: Secrets | null;
  /** The settings of this process, for a program that a task starts. */
  environment: NodeJS.ProcessEnv;
}

/** The data of every queued task, in addition to its own. */
export interface TaskData {
  organization_id: string;
}

export interface QueuedTask<Data> {
  id: string;
  data: Data & TaskData;
  /** When it was queued, to measure how late it is. */
  queuedAt: Date;
  /** Aborted when the process has drained for a few seconds or another worker has taken over the task. */
  signal: AbortSignal;
}

/**
 * A type of background work. `job` is a word of the domain, so we call it a task; in pg-boss it is a job.
 * A handler may run twice and may be killed at any line: it must be safe in both cases.
 */
export interface Task<Data extends object = object> {
  readonly name: string;
  readonly description: string;
  /** How often a failing task is retried before it is moved to the dead-letter queue. */
  readonly retryLimit: number;
  /** How many tasks one call of the handler gets, for tasks that are cheap. */
  readonly batchSize?: number;
  /** How many handlers run in parallel in one process. */
  readonly concurrency?: number;
  /**
   * How many tasks of one group run at a time, in all processes together; the group is set when a task is
   * queued. For tasks that wait for other machines: then `concurrency` can be high, and a machine that hangs
   * delays only its own tasks.
   */
  readonly perGroup?: number;
  /** How long one run may take before another worker gets the task: 15 minutes unless it says more. */
  readonly expireMinutes?: number;
  /** True if the signal is aborted as soon as the process drains: for work that takes longer than it would wait. */
  readonly endsWhenDraining?: boolean;
  /** A cron expression in UTC, for work that no request starts. */
  readonly schedule?: string;
  handle(context: TaskContext, tasks: QueuedTask<Data>[]): Promise<void>;
}

export const DEAD_LETTER_QUEUE = 'dead-letter';
