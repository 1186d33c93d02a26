import Type, { type Static } from 'typebox';
import * as field from '../../../platform/http/fields.ts';

export const Service = field.closedObject('Service', 'The service as a whole.', {
  sending_paused_at: field.nullableTime(
    'Since when the texts and emails of every organization wait; null while they are sent.',
  ),
});
export type Service = Static<typeof Service>;

export const ResumeSendingBody = field.closedObject(
  'ResumeSending',
  'What happens to the messages that wait.',
  {
    discard_waiting: Type.Optional(
      Type.Boolean({
        description:
          'True: messages that wait are not sent, and get the status `not_sent`. Default false: they are sent now.',
        examples: [false],
      }),
    ),
  },
  { example: { discard_waiting: false } },
);
