import { eventTypeFor } from '../../platform/events/event.ts';
import { RetriedTask } from './schemas.ts';

const eventType = eventTypeFor('tasks:read');

export const taskRetried = eventType(
  'task.retried',
  'A task that used up its retries was queued again.',
  RetriedTask,
  (task) => `Task ${task.task} queued again`,
);
