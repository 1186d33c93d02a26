import { deleteRows, purgeTask } from '../../../platform/tasks/purge-task.ts';

/** The longest limit is for 24 hours. */
export const purgeTextCounts = purgeTask({
  name: 'purge-text-counts',
  description: 'Deletes counts of texts that are older than 24 hours.',
  minute: 41,
  days: 1,
  run: deleteRows('text_counts', 'counted_at <= $2'),
});
