import { hash } from 'node:crypto';
import type { Language } from '../../domain/languages.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { FieldError } from '../../platform/errors.ts';
import { bodyReader, unstorableText } from '../../platform/http/validation.ts';
import { CreateBookingBody, checkBooking } from '../bookings/index.ts';
import { type Answer, HONEYPOT, wordingOf } from '../forms/index.ts';
import type { PublicPage } from './queries.ts';
import type { Texts } from './texts/index.ts';
import type { Errors, Wish } from './wish.ts';

/** The last step: who the visitor is, and the booking that comes of it. */

export const CONTACT_FIELDS = ['name', 'phone', 'email', 'address', 'notes'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

export interface Contact {
  texts: Record<ContactField, string>;
  /** Identifies the consent text of each checked box; empty if it is not checked. */
  wordings: Record<ConsentField, string>;
  /** Whether a visitor sent it. */
  isTyped: boolean;
  isFromBot: boolean;
  answer: Answer;
}

export function readContact(sent: URLSearchParams): Contact {
  const text = (name: string) => (sent.get(name) ?? '').replaceAll('\r\n', '\n');
  return {
    texts: {
      name: text('name'),
      phone: text('phone'),
      email: text('email'),
      address: text('address'),
      notes: text('notes'),
    },
    wordings: { consent: text('consent'), consent_email: text('consent_email') },
    isTyped: sent.has('challenge'),
    isFromBot: text(HONEYPOT) !== '',
    answer: { challenge: text('challenge'), proof: text('proof') },
  };
}

/** The checkboxes: the text of each is recorded with its consent, in the language in which it was read. */
export const CONSENT_FIELDS = ['consent', 'consent_email'] as const;
export type ConsentField = (typeof CONSENT_FIELDS)[number];

export function consentOf(field: ConsentField, texts: Texts) {
  return field === 'consent'
    ? { text: texts.consent, channels: ['sms' as const] }
    : { text: texts.emailConsent, channels: ['email' as const] };
}

function consentGiven({ wordings }: Contact, texts: Texts, source: string) {
  const granted = CONSENT_FIELDS.filter((field) => wordings[field] !== '').map((field) => {
    const { text: wording, channels } = consentOf(field, texts);
    return [channels[0], { status: 'granted' as const, wording, source }] as const;
  });
  return granted.length === 0 ? {} : { consent: Object.fromEntries(granted) };
}

/** The body of a booking, as the API takes it. */
export function toBooking(
  page: PublicPage,
  wish: Wish,
  contact: Contact,
  texts: Texts,
  language: Language,
): CreateBookingBody {
  const { name, phone, email, address, notes } = contact.texts;
  const answers = Object.entries(wish.answers).filter(([, answer]) => answer !== '');
  return {
    service: wish.service?.code ?? '',
    ...(wish.start === null ? {} : { starts_at: new Date(wish.start).toISOString() }),
    ...(wish.postalCode === '' ? {} : { postal_code: wish.postalCode }),
    contact: {
      name: name.trim(),
      phone: phone.trim(),
      email: email.trim(),
      address: onOneLine(address),
      language,
    },
    answers: Object.fromEntries(answers),
    ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
    ...consentGiven(contact, texts, page.source),
    source: page.source,
    source_ref: sourceRef(wish, contact),
    attribution: wish.origin,
  };
}

function onOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(', ');
}

/**
 * One visit for one submission, whatever was changed on the way back. A request without a time can be sent again with
 * other content, as with forms: nothing that someone wrote is lost.
 */
function sourceRef(wish: Wish, contact: Contact): string | null {
  const { submission, start } = wish;
  if (submission === '' || start !== null) return submission || null;
  return `${submission}-${contentHash(wish, contact).toString('hex').slice(0, 16)}`;
}

/** Whether two requests are the same request. */
export function contentHash(wish: Wish, { texts, wordings }: Contact): Buffer {
  const { service, answers, postalCode, start, submission } = wish;
  const content = [submission, texts, wordings, service?.code, answers, postalCode, start];
  return hash('sha256', JSON.stringify(content), 'buffer');
}

const readBooking = bodyReader(CreateBookingBody);

/** All errors by field, in words for visitors. */
export function contactErrors(
  booking: CreateBookingBody,
  contact: Contact,
  country: string,
  texts: Texts,
): Errors {
  const checked = readBooking(structuredClone(booking));
  const found = [
    ...unstorableText(booking),
    ...('errors' in checked ? checked.errors : []),
    // A request has no time, and the page asked for one if it is a booking.
    ...checkBooking({ starts_at: SOME_TIME, ...booking }, country).errors,
  ];
  const errors = new Map<string, string>();
  if (contact.texts.name.trim() === '') errors.set('name', texts.errors.name);
  for (const error of found) {
    const field = CONTACT_FIELDS.find((name) => error.pointer.endsWith(`/${name}`)) ?? 'notes';
    if (!errors.has(field)) errors.set(field, messageFor(field, error, texts));
  }
  for (const field of CONSENT_FIELDS) {
    const wording = contact.wordings[field];
    if (wording !== '' && wording !== wordingOf(consentOf(field, texts))) {
      errors.set(field, texts.errors.consent);
    }
  }
  const order: readonly string[] = [...CONTACT_FIELDS, ...CONSENT_FIELDS];
  return new Map([...errors].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

const SOME_TIME = '2027-03-02T17:00:00Z';

function messageFor(field: ContactField, { code }: FieldError, { errors }: Texts): string {
  switch (code) {
    case 'contact_channel_missing':
      return errors.channel;
    case 'phone_unreadable':
      return errors.phone;
    case 'invalid_format':
      return errors.email;
    case 'too_long':
      return errors.tooLong(TEXT_LIMITS[field]);
    default:
      return errors.characters;
  }
}
