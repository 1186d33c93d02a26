import { inEveryOrganization } from '../../../platform/database/every-organization.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Task } from '../../../platform/tasks/task.ts';

/** The longest limit is for 24 hours. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

export const purgeTextCounts: Task = {
  name: 'purge-text-counts',
  description: 'Deletes counts of texts that are older than 24 hours.',
  retryLimit: 3,
  schedule: '41 * * * *',
  handle: ({ database }) =>
    inEveryOrganization(database, (tx) =>
      tx.query(deleteOldCounts, [tx.organizationId, new Date(tx.now.getTime() - RETENTION_MS)]),
    ),
};

const deleteOldCounts = statement(
  'delete_old_text_counts',
  'delete from text_counts where organization_id = $1 and counted_at <= $2',
);
