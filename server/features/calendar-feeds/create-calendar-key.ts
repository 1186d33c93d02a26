import { conflict } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { lockUser } from '../organizations/index.ts';
import { newCalendarKey } from './calendar-key.ts';
import { calendarKeyMade } from './events.ts';
import { insertKey, revokeKey, toCalendarKey } from './queries.ts';
import { CalendarKeyWithSecret } from './schemas.ts';

export const createCalendarKey = mutation({
  id: 'createCalendarKey',
  method: 'POST',
  path: '/v1/users/{id}/calendar-key',
  tag: 'Users',
  resource: 'user',
  scopes: ['users:write'],
  problems: ['user_inactive'],
  params: { id: 'user' },
  secret: true,
  summary: 'Make a calendar key',
  description:
    'Makes the key of the user’s calendar, and the address to subscribe to with it: `GET /v1/users/{id}/calendar.ics?key=…` answers their appointments as an iCalendar feed (RFC 5545), without a token. The key is shown this once, and replaces the former one.',
  answers: { 201: { description: 'The key and the address.', body: CalendarKeyWithSecret } },
  async run(tx, { params, baseUrl }) {
    const user = await lockUser(tx, params.id);
    if (!user.active) {
      throw conflict(
        'user_inactive',
        'This user is inactive, and so is their calendar. Make them active first.',
      );
    }
    const key = newCalendarKey();
    const row = { user_id: user.user_id, created_at: tx.now, revoked_at: null };
    const former = await revokeKey(tx, user.user_id);
    insertKey(tx, row, key);
    const { user_id, created_at } = toCalendarKey(row);
    const previous = former && { created_at: toCalendarKey(former).created_at };
    tx.emit(null, pendingEvent(calendarKeyMade, toCalendarKey(row), previous));
    const url = `${baseUrl}/v1/users/${user_id}/calendar.ics?key=${key}`;
    return { status: 201, body: { user_id, key, url, created_at } };
  },
});
