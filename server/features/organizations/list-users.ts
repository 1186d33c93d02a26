import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listUserRows, toUser } from './user-queries.ts';
import { User } from './user-schemas.ts';

export const listUsers = read({
  id: 'listUsers',
  path: '/v1/users',
  tag: 'Users',
  resource: 'user',
  scopes: ['users:read'],
  summary: 'List users',
  description: 'Returns the users of your organization, newest first.',
  query: listQuery({}),
  responses: pagesOf(User, 'The users, newest first.'),
  run: newestFirst('user', listUserRows, toUser),
});
