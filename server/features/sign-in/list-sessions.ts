import { holds } from '../../platform/auth/scopes.ts';
import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { Session } from './schemas.ts';
import { listSessionRows, toSession } from './session-queries.ts';

export const listSessions = read({
  id: 'listSessions',
  path: '/v1/sessions',
  tag: 'Sign-in',
  resource: 'session',
  scopes: [],
  summary: 'List sessions',
  description:
    'Returns the browsers in which you are or were signed in, newest first. With `users:write`, those of every user of your organization.',
  query: listQuery({}),
  responses: pagesOf(Session, 'The sessions, newest first.'),
  async run(tx, input) {
    const { caller } = input;
    const of = holds(caller.scopes, 'users:write') ? 'everyone' : caller.userId;
    return newestFirst('session', listSessionRows(of), toSession)(tx, input);
  },
});
