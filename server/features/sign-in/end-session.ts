import { holds } from '../../platform/auth/scopes.ts';
import { notFound } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { Session } from './schemas.ts';
import { endSessions, lockSession, toSession } from './session-queries.ts';

export const endSession = mutation({
  id: 'endSession',
  method: 'DELETE',
  path: '/v1/sessions/{id}',
  tag: 'Sign-in',
  resource: 'session',
  scopes: [],
  summary: 'End a session',
  description:
    'Signs a browser out: your own, or with `users:write` that of any user of your organization. Every server refuses it within a second. Ending it again changes nothing.',
  responses: returns(Session, 'The session with its `ended_at`.'),
  async run(tx, { params, caller }) {
    const before = await lockSession(tx, params.id);
    const isOwn = before.user_id === caller.userId;
    if (!isOwn && !holds(caller.scopes, 'users:write')) throw notFound('session', params.id);
    const [ended = before] = before.revoked_at === null ? endSessions(tx, [before]) : [];
    return { status: 200, body: toSession(ended) };
  },
});
