import type { Announcements } from '../events/announcements.ts';
import type { Shards } from './shards.ts';
import type { TaskContext } from './task.ts';

export interface EngineContext extends TaskContext {
  announcements: Announcements;
  /** The organizations of this process, for work that only one process should do. */
  shards: Shards;
}

/**
 * Background work that finds its own rows instead of being queued, such as due runs or pending deliveries. It
 * runs in every worker process, next to the tasks, and may be killed at any line.
 */
export interface Engine {
  readonly name: string;
  start(context: EngineContext): Promise<RunningEngine>;
}

export interface RunningEngine {
  /** Accepts no new work, and lets running work finish within a few seconds. */
  stop(): Promise<void>;
}
