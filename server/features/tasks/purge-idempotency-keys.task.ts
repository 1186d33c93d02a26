import { deleteRows, purgeTask } from '../../platform/tasks/purge-task.ts';

/** Keys are guaranteed for 24 hours; after that they only use space. */
export const purgeIdempotencyKeys = purgeTask({
  name: 'purge-idempotency-keys',
  description: 'Deletes idempotency keys that are older than 24 hours.',
  minute: 17,
  days: 1,
  run: deleteRows('idempotency_keys', 'created_at < $2'),
});
