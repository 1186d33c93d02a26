import { deleteRows, purgeTask } from '../../../platform/tasks/purge-task.ts';

/** The limit is for a day of the calendar, which can have 25 hours. */
export const purgeMessageCounts = purgeTask({
  name: 'purge-message-counts',
  description: 'Deletes counts of automatic messages that are older than 48 hours.',
  minute: 43,
  days: 2,
  run: deleteRows('message_counts', 'counted_at <= $2'),
});
