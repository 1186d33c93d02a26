import {
  isSentBy,
  readAddress,
  type SentBy,
  unreadableAddress,
} from '../../../domain/message-address.ts';
import { oneOfErrors } from '../../../domain/one-of.ts';
import { textAsSent } from '../../../domain/text.ts';
import type { FieldError } from '../../../platform/errors.ts';
import { textTooLong } from '../communications/message.ts';

/** The rules of a communication that somebody records or has sent, beyond what its schema says. */

const TARGETS = ['lead_id', 'customer_id', 'lifecycle_number'] as const;
const OF_TEMPLATES = ['variables', 'appointment_id', 'job_id', 'invoice_id'] as const;
const OF_MESSAGES = ['to', 'template_id', ...OF_TEMPLATES] as const;
const OF_RECORDS = ['from', 'occurred_at', 'duration_seconds', 'recording_url'] as const;

interface Said {
  channel?: unknown;
  direction?: unknown;
}

/** Whether it is to be sent by us; anything else has taken place already, and is only recorded. */
export function isToBeSent<Body extends Said>(body: Body): body is Body & { channel: SentBy } {
  return body.direction === 'outbound' && isSentBy(body.channel);
}

/** Whether they wrote it to us, so that it may be a STOP. */
export function isHeard<Body extends Said>(body: Body): body is Body & { channel: SentBy } {
  return body.direction === 'inbound' && isSentBy(body.channel);
}

export function communicationErrors(body: Record<string, unknown>, country: string): FieldError[] {
  return [
    ...oneOfErrors(body, TARGETS, 'whom it is with'),
    ...directionErrors(body),
    ...(isToBeSent(body) ? messageErrors(body, country) : recordErrors(body, country)),
    ...subjectErrors(body),
  ];
}

function directionErrors({ channel, direction }: Record<string, unknown>): FieldError[] {
  if (channel === 'note') {
    if (direction === undefined || direction === 'internal') return [];
    const detail = 'A note goes to nobody. Leave direction out.';
    return [{ pointer: '/direction', code: 'not_allowed', detail }];
  }
  if (direction !== undefined && direction !== 'internal') return [];
  const detail = 'Say in direction whether it was inbound or outbound.';
  return [{ pointer: '/direction', code: 'required', detail }];
}

function messageErrors(
  body: Record<string, unknown> & { channel: SentBy },
  country: string,
): FieldError[] {
  const { channel } = body;
  const errors = notAllowed(body, OF_RECORDS, 'what is still to be sent');
  const text = textAsSent(body.body);
  if ((text !== null) === (body.template_id !== undefined)) {
    const code = text === null ? 'required' : 'not_allowed';
    errors.push({ pointer: '/body', code, detail: 'Give either body or template_id.' });
  }
  if (body.template_id === undefined) {
    errors.push(...notAllowed(body, OF_TEMPLATES, 'a message without a template'));
  }
  if (channel === 'sms' && text !== null) errors.push(...textTooLong(text));
  if (channel === 'email' && body.template_id === undefined && !body.subject) {
    const detail = 'A mail needs a subject. Give one in subject.';
    errors.push({ pointer: '/subject', code: 'required', detail });
  }
  return [...errors, ...addressErrors('/to', channel, body.to, country)];
}

function recordErrors(body: Record<string, unknown>, country: string): FieldError[] {
  const errors = notAllowed(body, OF_MESSAGES, 'what has taken place already');
  if (isHeard(body)) errors.push(...addressErrors('/from', body.channel, body.from, country));
  else errors.push(...notAllowed(body, ['from'], 'anything but a text or mail of theirs'));
  if (body.channel === 'note' && textAsSent(body.body) === null) {
    const detail = 'A note needs its text. Give it in body.';
    errors.push({ pointer: '/body', code: 'required', detail });
  }
  return errors;
}

function addressErrors(
  pointer: `/${string}`,
  channel: SentBy,
  address: unknown,
  country: string,
): FieldError[] {
  if (typeof address !== 'string' || readAddress(channel, address, country) !== null) return [];
  return [unreadableAddress(pointer, channel)];
}

function subjectErrors({ channel, subject }: Record<string, unknown>): FieldError[] {
  if (channel === 'email' || subject === undefined || subject === null) return [];
  const detail = 'Only a mail has a subject. Leave subject out.';
  return [{ pointer: '/subject', code: 'not_allowed', detail }];
}

function notAllowed(
  body: Record<string, unknown>,
  names: readonly string[],
  what: string,
): FieldError[] {
  return names
    .filter((name) => body[name] !== undefined)
    .map((name) => ({
      pointer: `/${name}`,
      code: 'not_allowed',
      detail: `The field ${name} does not belong to ${what}. Leave it out.`,
    }));
}
