import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';

const userId = field.id('user', 'Id of the user whose calendar it opens.');

export const CalendarKey = field.closedObject(
  'CalendarKey',
  'What opens a user’s calendar. The key itself is never shown again.',
  {
    user_id: userId,
    created_at: field.createdAt,
    revoked_at: field.nullableTime('When it was revoked.'),
  },
);
export type CalendarKey = Static<typeof CalendarKey>;

export const CalendarKeyWithSecret = field.closedObject(
  'CalendarKeyWithSecret',
  'The key with the address that it opens.',
  {
    user_id: userId,
    key: Type.String({
      description: 'The key itself, shown this once: only its hash is kept.',
      examples: ['Xq3v9Jm2Lk8pT5wYz1RbN7cD0fA'],
    }),
    url: Type.String({
      description: 'The address to subscribe to in any calendar.',
      examples: [
        'https://intake.example.com/v1/users/user_01h455vb4pex5vsknk084sn02q/calendar.ics?key=Xq3v9Jm2Lk8pT5wYz1RbN7cD0fA',
      ],
    }),
    created_at: field.createdAt,
  },
);
