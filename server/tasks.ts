import { handOnEvents } from './features/events/index.ts';
import { importLeadsTask, purgeImports } from './features/imports/index.ts';
import { purgeIdempotencyKeys } from './features/tasks/index.ts';
import type { Task } from './platform/tasks/task.ts';

/** Every kind of background work, a line each. */
export const tasks = [
  handOnEvents,
  importLeadsTask,
  purgeIdempotencyKeys,
  purgeImports,
] as readonly Task[];
