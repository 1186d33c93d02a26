import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findUser, toUser } from './user-queries.ts';
import { User } from './user-schemas.ts';

export const getUser = read({
  id: 'getUser',
  path: '/v1/users/{id}',
  tag: 'Users',
  resource: 'user',
  scopes: ['users:read'],
  summary: 'Get a user',
  description: 'Returns the user, whether active or not.',
  responses: returns(User, 'The user.'),
  run: showById(findUser, toUser),
});
