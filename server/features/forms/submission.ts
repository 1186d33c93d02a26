import { hash } from 'node:crypto';
import type { ConsentInput } from '../../domain/consent.ts';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import type { FieldError } from '../../platform/errors.ts';
import { bodyValidator, unstorableText } from '../../platform/http/validation.ts';
import { isKey } from '../../platform/unguessable-key.ts';
import { CaptureLeadBody, checkCapture } from '../leads/index.ts';
import type { Answer } from './challenge.ts';
import {
  CAPTURED_FIELDS,
  type CapturedField,
  type FieldName,
  HONEYPOT,
  maxLengthOf,
  type TextField,
} from './form-fields.ts';
import type { PublicForm } from './queries.ts';
import type { FormConsent } from './schemas.ts';
import { consentRead } from './shown.ts';
import type { Texts } from './texts/index.ts';
import { attributionOf, NO_VISIT, readReferrer, type Visit } from './visit.ts';

/** The values that a visitor sent, unchanged. */
export interface Submission {
  texts: Record<TextField, string>;
  /** Code of a service that the form offers, or empty. */
  service: string;
  /** Identifies the consent text of the checked box; empty if it is not checked. */
  wording: string;
  /** Created with the hosted page; null for a form on another page. */
  submissionId: string | null;
  isFromBot: boolean;
  /** Whether a visitor sent it. */
  isTyped: boolean;
  /** In which our page was; null for a form on another page. */
  language: Language | null;
  answer: Answer;
  /** The page before ours, which our page sends back; empty if unknown. */
  referrer: string;
  attribution: Record<string, string>;
}

export function readSubmission(
  form: Pick<PublicForm, 'services' | 'consent'>,
  sent: URLSearchParams,
  visit: Visit = NO_VISIT,
): Submission {
  const text = (name: string) => (sent.get(name) ?? '').replaceAll('\r\n', '\n');
  const submissionId = text('submission');
  return {
    texts: {
      name: text('name'),
      phone: text('phone'),
      email: text('email'),
      address: text('address'),
      notes: text('notes'),
    },
    service: offeredService(form, text('service_needed')),
    wording: form.consent ? text('consent') : '',
    submissionId: isKey(submissionId) ? submissionId : null,
    isFromBot: text(HONEYPOT) !== '',
    isTyped: sent.size > 0,
    language: LANGUAGES.find((one) => one === text('lang')) ?? null,
    answer: { challenge: text('challenge'), proof: text('proof') },
    referrer: readReferrer(text('referrer')) ?? '',
    attribution: attributionOf(visit, text('referrer')),
  };
}

/** A single service is chosen automatically. A service that the form no longer offers must be chosen again. */
function offeredService({ services }: Pick<PublicForm, 'services'>, chosen: string): string {
  const [first, ...others] = services;
  if (first && others.length === 0) return first.code;
  return services.some(({ code }) => code === chosen) ? chosen : '';
}

/** The input of `capture`, with the field names and formats of the API. */
export function toCapture(form: PublicForm, submission: Submission) {
  const { texts, service, wording } = submission;
  const fields = {
    ...texts,
    address: onOneLine(texts.address),
    service_needed: service,
    source: form.source,
    source_ref: sourceRef(submission),
    attribution: submission.attribution,
    ...(submission.language !== null && { language: submission.language }),
  };
  const read = consentRead(form.consent, wording);
  const consent = read === null ? undefined : grant(read, form.source);
  return { fields, consent, isPublic: true };
}

/** Splits instead of using a pattern: one for spaces around line breaks takes 8 s for 64 KiB of spaces. */
function onOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(', ');
}

/**
 * The same page sent again, by a double click or a reload, is the same lead. Chrome keeps the page with its id
 * when a visitor goes back from the thank-you page; different content sent from there is another lead.
 */
function sourceRef({ submissionId, texts, service, wording }: Submission): string | null {
  if (submissionId === null) return null;
  const content = hash('sha256', JSON.stringify([texts, service, wording]));
  return `${submissionId}-${content.slice(0, 16)}`;
}

/** Whether two requests with one challenge are the same request. */
export function contentHash({ submissionId, texts, service, wording }: Submission): Buffer {
  return hash('sha256', JSON.stringify([submissionId, texts, service, wording]), 'buffer');
}

function grant({ channels, text }: FormConsent, source: string): ConsentInput {
  const granted = channels.map((channel) => [channel, 'granted'] as const);
  return { ...Object.fromEntries(granted), wording: text, source };
}

/** All errors by field, in words for visitors. */
export function checkSubmission(
  form: PublicForm,
  submission: Submission,
  texts: Texts,
): ReadonlyMap<FieldName, string> {
  const { fields } = toCapture(form, submission);
  const errors = [
    ...unstorableText(fields),
    ...validateFields(fields),
    ...checkCapture(fields, form.country).errors,
  ];
  const messages = new Map<FieldName, string>();
  for (const error of errors) {
    // All other captured values come from the form itself and are valid.
    const field = CAPTURED_FIELDS.find((name) => error.pointer === `/${name}`) ?? 'notes';
    if (!messages.has(field)) messages.set(field, messageFor(field, error, texts));
  }
  const { wording } = submission;
  if (wording !== '' && consentRead(form.consent, wording) === null) {
    messages.set('consent', texts.errors.consent);
  }
  return messages;
}

const validateFields = bodyValidator(CaptureLeadBody);

function messageFor(field: CapturedField, { code }: FieldError, { errors }: Texts): string {
  switch (code) {
    case 'contact_channel_missing':
      return errors.channel;
    case 'service_intent_missing':
      return errors.service;
    case 'phone_unreadable':
      return errors.phone;
    case 'invalid_format':
      return errors.email;
    case 'too_long':
      return errors.tooLong(maxLengthOf(field));
    default:
      return errors.characters;
  }
}
