import { statement } from '../../platform/database/statement.ts';
import { purgeTask } from '../../platform/tasks/purge-task.ts';

/** Keys are guaranteed for 24 hours; after that they only use space. */
export const purgeIdempotencyKeys = purgeTask({
  name: 'purge-idempotency-keys',
  description: 'Deletes idempotency keys that are older than 24 hours.',
  minute: 17,
  days: 1,
  run: (tx, before) => tx.query(deleteOld, [tx.organizationId, before]),
});

const deleteOld = statement(
  'delete_old_idempotency_keys',
  'delete from idempotency_keys where organization_id = $1 and created_at < $2',
);
