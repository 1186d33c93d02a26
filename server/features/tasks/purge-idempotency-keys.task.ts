import { everyOrganization } from '../../platform/database/every-organization.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { Task } from '../../platform/tasks/task.ts';

const KEEP_HOURS = 24;
const HOUR_MS = 60 * 60 * 1000;
const MAINTENANCE: Actor = { type: 'system', id: null, name: 'maintenance' };

/** Keys are promised for 24 hours; after that they only take up room. */
export const purgeIdempotencyKeys: Task = {
  name: 'purge-idempotency-keys',
  description: 'Forgets idempotency keys that are older than 24 hours.',
  retryLimit: 3,
  schedule: '17 * * * *',
  async handle({ database }) {
    const before = new Date(database.clock.now().getTime() - KEEP_HOURS * HOUR_MS);
    for (const organizationId of await everyOrganization(database)) {
      await database.transaction({ organizationId, actor: MAINTENANCE }, (tx) =>
        tx.query(deleteOldKeys, [organizationId, before]),
      );
    }
  },
};

const deleteOldKeys = statement(
  'delete_old_idempotency_keys',
  'delete from idempotency_keys where organization_id = $1 and created_at < $2',
);
