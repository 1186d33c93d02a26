export * as taskEvents from './events.ts';
export { listFailedTasks } from './list-failed-tasks.ts';
export { purgeIdempotencyKeys } from './purge-idempotency-keys.task.ts';
export { retryFailedTask } from './retry-failed-task.ts';
