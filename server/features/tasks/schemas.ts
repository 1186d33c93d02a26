import Type, { type Static } from 'typebox';
import { closedObject, id, time } from '../../platform/http/fields.ts';

export const FailedTask = closedObject(
  'FailedTask',
  'A background task that used up its retries.',
  {
    task_id: id('task', 'Id of the failed task.'),
    task: Type.String({ description: 'Name of the task.', examples: ['apply-retention'] }),
    attempts: Type.Integer({ description: 'Number of attempts.', examples: [11] }),
    error: Type.String({
      description: 'Error of the last attempt.',
      examples: ['connect ECONNREFUSED'],
    }),
    queued_at: time('When the task was first queued.'),
    failed_at: time('When the task used up its retries.'),
  },
);
export type FailedTask = Static<typeof FailedTask>;

export const RetriedTask = closedObject('RetriedTask', 'A failed task that was queued again.', {
  task_id: id('task', 'Id of the new task in the queue.'),
  retry_of: id('task', 'Id of the failed task that it repeats.'),
  task: Type.String({ description: 'Name of the task.', examples: ['apply-retention'] }),
});
