import { read } from '../../platform/http/operation.ts';
import { DEFAULT_LIMIT, listQuery, pageOf, pagesOf, readCursor } from '../../platform/paging.ts';
import { type FailedTaskPosition, listFailedTaskRows, toFailedTask } from './queries.ts';
import { FailedTask } from './schemas.ts';

export const listFailedTasks = read({
  id: 'listFailedTasks',
  path: '/v1/failed-tasks',
  tag: 'Tasks',
  resource: 'failed task',
  scopes: ['tasks:read'],
  summary: 'List failed tasks',
  description:
    'Returns background tasks of your organization that used up their retries and need your attention, newest first. An empty list means that no task has failed.',
  query: listQuery({}),
  responses: pagesOf(FailedTask, 'The failed tasks, newest first.'),
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listFailedTaskRows(tx, readPosition(query.cursor), limit + 1);
    return pageOf(rows, limit, toFailedTask, (row) => `${row.exactly_failed_at} ${row.task_id}`);
  },
});

function readPosition(cursor: string | undefined): FailedTaskPosition | null {
  const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f-]{36})$/;
  const [, failedAt, taskId] = readCursor(cursor, form) ?? [];
  return failedAt === undefined || taskId === undefined ? null : { failedAt, taskId };
}
