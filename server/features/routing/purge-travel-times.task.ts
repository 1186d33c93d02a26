import { deleteRows, purgeTask } from '../../platform/tasks/purge-task.ts';

/** Roads change, and most visits are booked for the next weeks. */
export const purgeTravelTimes = purgeTask({
  name: 'purge-travel-times',
  description: 'Deletes travel times that were asked for 90 days ago.',
  minute: 47,
  days: 90,
  run: deleteRows('travel_times', 'asked_at < $2'),
});
