import { CONTACT_SCOPES } from '../../domain/scopes.ts';
import { conflict } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { lockUser } from '../organizations/index.ts';
import { newCalendarKey } from './calendar-key.ts';
import { calendarKeyCreated } from './events.ts';
import { insertKey, revokeKey, toCalendarKey } from './queries.ts';
import { CalendarKeyWithSecret } from './schemas.ts';

export const createCalendarKey = mutation({
  id: 'createCalendarKey',
  method: 'POST',
  path: '/v1/users/{id}/calendar-key',
  tag: 'Users',
  resource: 'user',
  scopes: ['users:write'],
  // The feed shows them.
  alsoNeeds: [['appointments:read'], CONTACT_SCOPES],
  secret: true,
  summary: 'Create a calendar key',
  description:
    'Creates a key for the user’s calendar feed, and returns the address to subscribe to. `GET /v1/users/{id}/calendar.ics?key=…` returns the user’s appointments as an iCalendar feed (RFC 5545), without a token. The key is shown only once. It replaces the previous key, which stops working.',
  responses: creates(CalendarKeyWithSecret, 'The key and the address to subscribe to.'),
  problems: ['user_inactive'],
  undo: 'revokeCalendarKey',
  async run(tx, { params, baseUrl }) {
    const user = await lockUser(tx, params.id);
    if (!user.active) {
      throw conflict(
        'user_inactive',
        'This user is inactive and cannot have a calendar key. Activate the user first.',
      );
    }
    const key = newCalendarKey();
    const row = { user_id: user.user_id, created_at: tx.now, revoked_at: null };
    const revoked = await revokeKey(tx, user.user_id);
    insertKey(tx, row, key);
    const { user_id, created_at } = toCalendarKey(row);
    const previous = revoked && { created_at: toCalendarKey(revoked).created_at };
    tx.emit(null, pendingEvent(calendarKeyCreated, toCalendarKey(row), previous));
    const url = `${baseUrl}/v1/users/${user_id}/calendar.ics?key=${key}`;
    return { status: 201, body: { user_id, key, url, created_at } };
  },
});
