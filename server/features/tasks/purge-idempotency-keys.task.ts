import { inEveryOrganization } from '../../platform/database/every-organization.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Task } from '../../platform/tasks/task.ts';

const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Keys are guaranteed for 24 hours; after that they only use space. */
export const purgeIdempotencyKeys: Task = {
  name: 'purge-idempotency-keys',
  description: 'Deletes idempotency keys that are older than 24 hours.',
  retryLimit: 3,
  schedule: '17 * * * *',
  handle: ({ database }) =>
    inEveryOrganization(database, (tx) =>
      tx.query(deleteOldKeys, [tx.organizationId, new Date(tx.now.getTime() - RETENTION_MS)]),
    ),
};

const deleteOldKeys = statement(
  'delete_old_idempotency_keys',
  'delete from idempotency_keys where organization_id = $1 and created_at < $2',
);
