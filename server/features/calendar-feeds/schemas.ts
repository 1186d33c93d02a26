import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';

const userId = field.id('user', 'Id of the user whose calendar the key opens.');

export const CalendarKey = field.closedObject(
  'CalendarKey',
  'The key of a user’s calendar feed, without its secret value.',
  {
    user_id: userId,
    created_at: field.createdAt,
    revoked_at: field.nullableTime('When the key was revoked; null while it is valid.'),
  },
);
export type CalendarKey = Static<typeof CalendarKey>;

export const CalendarKeyWithSecret = field.closedObject(
  'CalendarKeyWithSecret',
  'A calendar key with its secret value and the address to subscribe to.',
  {
    user_id: userId,
    key: Type.String({
      description: 'The secret value of the key, shown only once. Only its hash is stored.',
      examples: ['Xq3v9Jm2Lk8pT5wYz1RbN7cD0fA'],
    }),
    url: Type.String({
      description: 'Address to subscribe to in a calendar app.',
      examples: [
        'https://intake.example.com/v1/users/user_01h455vb4pex5vsknk084sn02q/calendar.ics?key=Xq3v9Jm2Lk8pT5wYz1RbN7cD0fA',
      ],
    }),
    created_at: field.createdAt,
  },
);
