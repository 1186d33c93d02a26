import Type, { type Static } from 'typebox';
import { closedObject, id, time } from '../../platform/http/fields.ts';

export const FailedTask = closedObject('FailedTask', 'Background work that needs a person.', {
  task_id: id('task', 'Id of the failed task.'),
  task: Type.String({ description: 'Its kind.', examples: ['hand-on-events'] }),
  attempts: Type.Integer({ description: 'How often it was tried.', examples: [11] }),
  error: Type.String({
    description: 'What the last attempt ended with.',
    examples: ['connect ECONNREFUSED'],
  }),
  queued_at: time('When it was first queued.'),
  failed_at: time('When its retries were used up.'),
});
export type FailedTask = Static<typeof FailedTask>;

export const RetriedTask = closedObject('RetriedTask', 'The task that was queued anew.', {
  task_id: id('task', 'Id of the task that now waits in the queue.'),
  retry_of: id('task', 'Id of the failed task it stands for.'),
  task: Type.String({ description: 'Its kind.', examples: ['hand-on-events'] }),
});
