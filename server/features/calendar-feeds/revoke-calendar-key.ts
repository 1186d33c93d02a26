import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { lockUser, toUser, User } from '../organizations/index.ts';
import { calendarKeyRevoked } from './events.ts';
import { revokeKey, toCalendarKey } from './queries.ts';

export const revokeCalendarKey = mutation({
  id: 'revokeCalendarKey',
  method: 'DELETE',
  path: '/v1/users/{id}/calendar-key',
  tag: 'Users',
  resource: 'user',
  scopes: ['users:write'],
  summary: 'Revoke a calendar key',
  description:
    'Revokes the key of the user’s calendar feed, which stops working immediately. If the user has no key, nothing changes.',
  responses: returns(User, 'The user.'),
  async run(tx, { params }) {
    const user = await lockUser(tx, params.id);
    const revoked = await revokeKey(tx, user.user_id);
    if (revoked !== null) {
      const previous = { revoked_at: null };
      tx.emit(null, pendingEvent(calendarKeyRevoked, toCalendarKey(revoked), previous));
    }
    return { status: 200, body: toUser(user) };
  },
});
