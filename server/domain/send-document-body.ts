import Type from 'typebox';
import { closedObject } from '../platform/http/fields.ts';

/** How an invoice or an estimate is to reach the contact. */
export const SendDocumentBody = closedObject(
  'SendDocument',
  'How to send it.',
  {
    channel: Type.Optional(
      Type.Unsafe<'email' | 'sms'>({
        type: 'string',
        enum: ['email', 'sms'],
        description: 'Default: email if possible, otherwise a text.',
        examples: ['sms'],
      }),
    ),
  },
  { example: { channel: 'sms' } },
);
