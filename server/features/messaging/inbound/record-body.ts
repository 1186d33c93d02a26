import Type, { type Static } from 'typebox';
import { isSentBy, type SentBy } from '../../../domain/message-address.ts';
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
} from '../communications/body-parts.ts';
import { channel, contentFields, direction } from '../communications/schemas.ts';

const address = (description: string) =>
  Type.Optional(
    Type.String({ maxLength: TEXT_LIMITS.email, description, examples: ['+14155550134'] }),
  );

export const RecordCommunicationBody = closedObject(
  'RecordCommunication',
  'What happened, and the lead, customer or lifecycle number it belongs to.',
  {
    ...contactFields,
    channel,
    direction: Type.Optional(direction),
    from: address(
      'Sender of an inbound text or email. Default: the contact’s own address. A STOP opts out this address.',
    ),
    to: address('Recipient of an outbound text or email that was sent elsewhere.'),
    subject: Type.Optional(nullable(contentFields.subject)),
    body: Type.Optional(nullable(contentFields.body)),
    duration_seconds: Type.Optional(Type.Integer({ ...contentFields.duration, examples: [184] })),
    answered: Type.Optional(
      Type.Boolean({
        description:
          'Whether someone took an inbound call or chat; the lead is then contacted. Default: true if it has a `body` or a `duration_seconds` above 0. Send `false` for a voicemail.',
        examples: [true],
      }),
    ),
    recording_url: Type.Optional(Type.String(contentFields.recordingUrl)),
    occurred_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the communication started. Default: now.',
        examples: ['2027-03-01T06:55:00-08:00'],
      }),
    ),
  },
  {
    oneOf: TARGETS,
    example: {
      lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
      channel: 'call',
      direction: 'inbound',
      body: 'Agent: How can I help? Caller: My water heater is leaking.',
      duration_seconds: 184,
    },
  },
);
export type RecordCommunicationBody = Static<typeof RecordCommunicationBody>;

/** A text or an email from the contact. It can be a STOP. */
export function isReceivedMessage<Body extends { channel?: unknown; direction?: unknown }>(
  body: Body,
): body is Body & { channel: SentBy } {
  return body.direction === 'inbound' && isSentBy(body.channel);
}

/** An inbound call or chat that someone took. A missed call has neither length nor text. */
export function isConversation(
  input: Pick<RecordCommunicationBody, 'channel' | 'answered' | 'duration_seconds' | 'body'> & {
    direction: string;
  },
): boolean {
  if (input.direction !== 'inbound' || !isSpoken(input.channel)) return false;
  return input.answered ?? ((input.duration_seconds ?? 0) > 0 || textAsSent(input.body) !== null);
}

function isSpoken(channel: unknown): boolean {
  return channel === 'call' || channel === 'chat';
}

/** The rules of a recorded communication that the schema cannot express. */
export function recordErrors(body: Record<string, unknown>, country: string): FieldError[] {
  const errors = [...contactErrors(body), ...directionErrors(body), ...subjectErrors(body)];
  errors.push(...recordedAddressErrors(body, country));
  if (body.direction !== 'inbound' || !isSpoken(body.channel)) {
    errors.push(...notAllowed(body, ['answered'], 'anything but an inbound call or chat'));
  }
  if (body.channel === 'note' && textAsSent(body.body) === null) {
    const detail = 'A note requires a text. Send it in the field body.';
    errors.push({ pointer: '/body', code: 'required', detail });
  }
  return errors;
}

function directionErrors({ channel, direction }: Record<string, unknown>): FieldError[] {
  if (channel === 'note') {
    if (direction === undefined || direction === 'internal') return [];
    const detail = 'A note is internal. Leave out direction.';
    return [{ pointer: '/direction', code: 'not_allowed', detail }];
  }
  if (direction !== undefined && direction !== 'internal') return [];
  const detail = 'Set direction to inbound or outbound.';
  return [{ pointer: '/direction', code: 'required', detail }];
}

function recordedAddressErrors(body: Record<string, unknown>, country: string): FieldError[] {
  const { channel, direction } = body;
  if (isSentBy(channel) && direction === 'inbound') {
    return [
      ...addressErrors('/from', channel, body.from, country),
      ...notAllowed(body, ['to'], 'an inbound text or email'),
    ];
  }
  if (isSentBy(channel) && direction === 'outbound') {
    return [
      ...addressErrors('/to', channel, body.to, country),
      ...notAllowed(body, ['from'], 'an outbound text or email'),
    ];
  }
  return notAllowed(body, ['from', 'to'], 'a call, chat or note');
}
