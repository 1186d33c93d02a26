import type { ConnectionSettings } from '../database/database.ts';
import type { Announcements } from '../events/announcements.ts';
import type { TaskContext } from './task.ts';

export interface EngineContext extends TaskContext {
  /** For what the pool does not give: a session that holds a lock for as long as the process lives. */
  connection: ConnectionSettings;
  announcements: Announcements;
}

/**
 * Background work that finds its own rows instead of being queued: what is due, what is to be delivered. It
 * runs in every worker's process, beside the tasks, and may be killed at any line.
 */
export interface Engine {
  readonly name: string;
  start(context: EngineContext): Promise<RunningEngine>;
}

export interface RunningEngine {
  /** Takes no more, and lets what is under way finish, but not for longer than a few seconds. */
  stop(): Promise<void>;
}
