import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { listFailedTaskRows, toFailedTask } from './queries.ts';
import { FailedTask } from './schemas.ts';

export const listFailedTasks = read({
  id: 'listFailedTasks',
  path: '/v1/failed-tasks',
  tag: 'Tasks',
  resource: 'failed task',
  scopes: ['tasks:read'],
  summary: 'List failed tasks',
  description:
    'Background work of your organization that used up its retries and waits for a person. All is well while this is empty.',
  query: listQuery({}),
  answers: {
    200: { description: 'A page of failed tasks.', body: page(FailedTask, 'The failed tasks.') },
  },
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listFailedTaskRows(tx, readIdCursor('task', query.cursor), limit + 1);
    return pageOf(rows, limit, toFailedTask, (row) => idCursor('task', row.task_id));
  },
});
