import type { StoredConsent } from '../../../domain/consent.ts';
import { readAddress, type SentBy, unreadableAddress } from '../../../domain/message-address.ts';
import type { FieldError } from '../../../platform/errors.ts';
import type { ChannelKind } from '../channels/index.ts';
import type { Communication } from './schemas.ts';

/** The rules of what is sent, without a database. */

export const CHANNEL_KIND: Record<SentBy, ChannelKind> = { sms: 'sms_gateway', email: 'smtp' };
export const SENT_BY: Record<ChannelKind, SentBy> = { sms_gateway: 'sms', smtp: 'email' };

/** Ten parts of a text; gateways take no more. */
export const LONGEST_TEXT = 1_600;

const TARGETS = ['lead_id', 'customer_id', 'lifecycle_number'] as const;
const OF_TEMPLATES = ['variables', 'appointment_id', 'job_id', 'invoice_id'] as const;
const OF_MESSAGES = ['to', 'template_id', ...OF_TEMPLATES] as const;
const OF_RECORDS = ['from', 'occurred_at', 'duration_seconds', 'recording_url'] as const;

/** Whether it is to be sent by us; anything else has taken place already, and is only recorded. */
export function isToBeSent({ channel, direction }: Record<string, unknown>): boolean {
  return direction === 'outbound' && (channel === 'sms' || channel === 'email');
}

/** Whether they wrote it to us, so that it may be a STOP. */
export function isHeard({ channel, direction }: Record<string, unknown>): boolean {
  return direction === 'inbound' && (channel === 'sms' || channel === 'email');
}

/** Why it must not be sent, asked at the moment of sending; null if nothing is in the way. */
export function reasonNotToSend(
  { purpose, channel }: Pick<Communication, 'purpose' | 'channel'>,
  recipient: { isDeleted: boolean; doNotContact: boolean; consents: StoredConsent[] } | null,
  { isOptedOut, isNotToBeContacted }: { isOptedOut: boolean; isNotToBeContacted: boolean },
): string | null {
  if (recipient?.isDeleted) return 'lead_deleted';
  if (recipient?.doNotContact || isNotToBeContacted) return 'do_not_contact';
  // The one message that may follow a STOP is the one that says it was heard; unless a START was since.
  if (purpose === 'opt_out_confirmation') return isOptedOut ? null : 'opted_in';
  if (isOptedOut) return 'opted_out';
  const isDenied = recipient?.consents.some(
    (consent) => consent[channel as SentBy]?.status === 'denied',
  );
  return isDenied ? 'consent_denied' : null;
}

/** All that is wrong with a communication beyond what its schema says. */
export function communicationErrors(body: Record<string, unknown>, country: string): FieldError[] {
  const others = isToBeSent(body) ? messageErrors(body, country) : recordErrors(body, country);
  return [...targetErrors(body), ...directionErrors(body), ...others, ...subjectErrors(body)];
}

function targetErrors(body: Record<string, unknown>): FieldError[] {
  const given = TARGETS.filter((name) => body[name] !== undefined);
  if (given.length === 1) return [];
  const code = given.length === 0 ? 'required' : 'not_allowed';
  const detail = 'Give one of lead_id, customer_id and lifecycle_number: whom it is with.';
  return [{ pointer: '/lead_id', code, detail }];
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

function messageErrors(body: Record<string, unknown>, country: string): FieldError[] {
  const errors = notAllowed(body, OF_RECORDS, 'what is still to be sent');
  const channel = body.channel as SentBy;
  const hasBody = typeof body.body === 'string' && body.body.trim() !== '';
  if (hasBody === (body.template_id !== undefined)) {
    const code = hasBody ? 'not_allowed' : 'required';
    errors.push({ pointer: '/body', code, detail: 'Give either body or template_id.' });
  }
  if (body.template_id === undefined) {
    errors.push(...notAllowed(body, OF_TEMPLATES, 'a message without a template'));
  }
  if (channel === 'sms' && hasBody) errors.push(...textTooLong(body.body as string));
  if (channel === 'email' && body.template_id === undefined && !body.subject) {
    const detail = 'A mail needs a subject. Give one in subject.';
    errors.push({ pointer: '/subject', code: 'required', detail });
  }
  if (typeof body.to === 'string' && readAddress(channel, body.to, country) === null) {
    errors.push(unreadableAddress('/to', channel));
  }
  return errors;
}

export function textTooLong(text: string): FieldError[] {
  if (text.length <= LONGEST_TEXT) return [];
  const detail = `A text can have ${LONGEST_TEXT} characters. Shorten it, or send a mail.`;
  return [{ pointer: '/body', code: 'too_long', detail }];
}

function recordErrors(body: Record<string, unknown>, country: string): FieldError[] {
  const errors = notAllowed(body, OF_MESSAGES, 'what has taken place already');
  const isFromThem = isHeard(body);
  if (!isFromThem)
    errors.push(...notAllowed(body, ['from'], 'anything but a text or mail of theirs'));
  if (isFromThem && typeof body.from === 'string') {
    const channel = body.channel as SentBy;
    const isRead = readAddress(channel, body.from, country) !== null;
    if (!isRead) errors.push(unreadableAddress('/from', channel));
  }
  if (body.channel === 'note' && !(typeof body.body === 'string' && body.body.trim() !== '')) {
    const detail = 'A note needs its text. Give it in body.';
    errors.push({ pointer: '/body', code: 'required', detail });
  }
  return errors;
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
