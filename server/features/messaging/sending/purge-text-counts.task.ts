import { statement } from '../../../platform/database/statement.ts';
import { purgeTask } from '../../../platform/tasks/purge-task.ts';

/** The longest limit is for 24 hours. */
export const purgeTextCounts = purgeTask({
  name: 'purge-text-counts',
  description: 'Deletes counts of texts that are older than 24 hours.',
  minute: 41,
  days: 1,
  run: (tx, before) => tx.query(deleteOld, [tx.organizationId, before]),
});

const deleteOld = statement(
  'delete_old_text_counts',
  'delete from text_counts where organization_id = $1 and counted_at <= $2',
);
