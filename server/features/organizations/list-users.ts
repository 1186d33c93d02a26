import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { listUserRows, toUser } from './queries.ts';
import { User } from './schemas.ts';

export const listUsers = read({
  id: 'listUsers',
  path: '/v1/users',
  tag: 'Users',
  resource: 'user',
  scopes: ['users:read'],
  summary: 'List users',
  description: 'The people of your organization, newest first.',
  query: listQuery({}),
  answers: {
    200: { description: 'A page of users.', body: page(User, 'The users, newest first.') },
  },
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listUserRows(tx, readIdCursor('user', query.cursor), limit + 1);
    return pageOf(rows, limit, toUser, (row) => idCursor('user', row.user_id));
  },
});
