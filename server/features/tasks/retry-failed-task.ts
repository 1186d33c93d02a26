import { toPublicId } from '../../domain/ids.ts';
import { notFound } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { accepts } from '../../platform/http/responses.ts';
import { taskRetried } from './events.ts';
import { requeueFailedTask } from './queries.ts';
import { RetriedTask } from './schemas.ts';

export const retryFailedTask = mutation({
  id: 'retryFailedTask',
  method: 'POST',
  path: '/v1/failed-tasks/{id}/retry',
  tag: 'Tasks',
  resource: 'failed task',
  scopes: ['tasks:write'],
  params: { id: 'task' },
  summary: 'Retry a failed task',
  description:
    'Puts the task back into its queue with all its retries. Use it after you have fixed the cause.',
  responses: accepts(RetriedTask, 'The new task in the queue.'),
  effect: 'external',
  async run(tx, { params }) {
    const queued = await requeueFailedTask(tx, params.id);
    if (queued === null) throw notFound('failed task');
    tx.wake(queued.task);
    const body = {
      task_id: toPublicId('task', queued.taskId),
      retry_of: toPublicId('task', params.id),
      task: queued.task,
    };
    tx.emit(null, pendingEvent(taskRetried, body));
    return { status: 202, body };
  },
});
