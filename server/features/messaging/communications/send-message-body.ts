import Type, { type Static } from 'typebox';
import { isSentBy, type SentBy } from '../../../domain/message-address.ts';
import { purposeInput } from '../../../domain/purpose.ts';
import { idInput } from '../../../domain/reference-fields.ts';
import { textAsSent } from '../../../domain/text.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import type { FieldError } from '../../../platform/errors.ts';
import { closedObject, nullable } from '../../../platform/http/fields.ts';
import {
  addressErrors,
  contactErrors,
  contactFields,
  notAllowed,
  subjectErrors,
  TARGETS,
} from './body-parts.ts';
import { textTooLong } from './message.ts';
import { contentFields, expiresAt } from './schemas.ts';

function topic(what: 'appointment' | 'job' | 'invoice', fallback: string) {
  const description = `Id of the ${what} for the \`${what}\` variables of the template. Default: ${fallback}.`;
  return idInput(what, description);
}

export const variables = Type.Optional(
  Type.Unsafe<Record<string, string | number | boolean>>({
    type: 'object',
    maxProperties: 50,
    additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 2000 },
    description: 'Values that the template can use as `variables.…`.',
    examples: [{ technician: 'Rosa' }],
  }),
);

export const SendMessageBody = closedObject(
  'SendMessage',
  'The message, and the lead, customer or lifecycle number to send it to.',
  {
    ...contactFields,
    channel: Type.Unsafe<SentBy>({
      type: 'string',
      enum: ['sms', 'email'],
      description: 'Channel of the message: text (`sms`) or email (`email`).',
      examples: ['sms'],
    }),
    to: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.email,
        description:
          'Phone number or email address of the recipient. Default: the one of the customer or lead.',
        examples: ['+14155550134'],
      }),
    ),
    subject: Type.Optional(nullable(contentFields.subject)),
    body: Type.Optional(
      nullable({ ...contentFields.body, examples: ['We are on our way: about 20 minutes.'] }),
    ),
    template_id: idInput('template', 'Id of the template to render, instead of `body`.'),
    variables,
    appointment_id: topic(
      'appointment',
      'the next appointment, or the last one if none is upcoming',
    ),
    job_id: topic('job', 'the newest job'),
    invoice_id: topic('invoice', 'the newest sent invoice'),
    purpose: purposeInput('that of the template, otherwise `service`'),
    expires_at: Type.Optional(expiresAt),
  },
  {
    oneOf: TARGETS,
    example: {
      lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
      channel: 'sms',
      body: 'We are on our way: about 20 minutes.',
    },
  },
);
export type SendMessageBody = Static<typeof SendMessageBody>;

const TEMPLATE_FIELDS = ['variables', 'appointment_id', 'job_id', 'invoice_id'] as const;

/** The rules of a message that the schema cannot express. */
export function sendMessageErrors(body: Record<string, unknown>, country: string): FieldError[] {
  const { channel } = body;
  const errors = [...contactErrors(body), ...subjectErrors(body)];
  const text = textAsSent(body.body);
  if ((text !== null) === (body.template_id !== undefined)) {
    const code = text === null ? 'required' : 'not_allowed';
    errors.push({ pointer: '/body', code, detail: 'Send either body or template_id.' });
  }
  if (body.template_id === undefined) {
    errors.push(...notAllowed(body, TEMPLATE_FIELDS, 'a message without a template'));
  }
  if (channel === 'sms' && text !== null) errors.push(...textTooLong(text));
  if (channel === 'email' && body.template_id === undefined && !body.subject) {
    const detail = 'An email requires a subject. Send it in the field subject.';
    errors.push({ pointer: '/subject', code: 'required', detail });
  }
  if (isSentBy(channel)) errors.push(...addressErrors('/to', channel, body.to, country));
  return errors;
}
