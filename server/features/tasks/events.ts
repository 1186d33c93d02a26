import { eventTypeFor } from '../../platform/events/event.ts';
import { RetriedTask } from './schemas.ts';

const retriedTaskEvent = eventTypeFor(RetriedTask, 'tasks:read');

export const taskRetried = retriedTaskEvent(
  'task.retried',
  'A task that used up its retries was queued again.',
  (task) => `Task ${task.task} queued again`,
);
