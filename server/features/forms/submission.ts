import { hash } from 'node:crypto';
import type { ConsentInput } from '../../domain/consent.ts';
import type { FieldError } from '../../platform/errors.ts';
import { bodyValidator, unstorableText } from '../../platform/http/validation.ts';
import { isKey } from '../../platform/unguessable-key.ts';
import { CaptureLeadBody, checkCapture } from '../leads/index.ts';
import {
  CAPTURED_FIELDS,
  type CapturedField,
  type FieldName,
  HONEYPOT,
  maxLengthOf,
  type TextField,
  wordingOf,
} from './form-fields.ts';
import type { PublicForm } from './queries.ts';
import type { FormConsent } from './schemas.ts';

/** What a visitor sent, as they typed it. */
export interface Submission {
  texts: Record<TextField, string>;
  /** The code of a service that the form offers, or nothing. */
  service: string;
  /** Names the words that were ticked; nothing for a box left alone. */
  wording: string;
  /** Made when our page was served; null from a page of somebody's own. */
  submissionId: string | null;
  isFromProgram: boolean;
}

export function readSubmission(form: PublicForm, sent: URLSearchParams): Submission {
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
    isFromProgram: text(HONEYPOT) !== '',
  };
}

/** The only one needs no choice. One that is offered no more, in HTML pasted long ago, is chosen anew. */
function offeredService({ services }: PublicForm, chosen: string): string {
  const [first, ...others] = services;
  if (first && others.length === 0) return first.code;
  return services.some(({ code }) => code === chosen) ? chosen : '';
}

/** What `capture` takes, by the names and in the form that the API takes it. */
export function toCapture(form: PublicForm, submission: Submission) {
  const { texts, service, wording } = submission;
  const fields = {
    ...texts,
    address: onOneLine(texts.address),
    service_needed: service,
    source: form.source,
    source_ref: sourceRef(submission),
  };
  const { consent, source } = form;
  const isTicked = consent !== null && wording !== '';
  return { fields, consent: isTicked ? grant(consent, source) : undefined };
}

/** By splitting: a pattern for the space around a line break takes 8 s over 64 KiB of spaces. */
function onOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(', ');
}

/**
 * The same page sent again is the same lead: a double click, a reload. Chrome keeps the page, id and all,
 * for whoever steps back from the thanks; what they write there then is another lead.
 */
function sourceRef({ submissionId, texts, service, wording }: Submission): string | null {
  if (submissionId === null) return null;
  const content = hash('sha256', JSON.stringify([texts, service, wording]));
  return `${submissionId}-${content.slice(0, 16)}`;
}

function grant({ channels, text }: FormConsent, source: string): ConsentInput {
  const granted = channels.map((channel) => [channel, 'granted'] as const);
  return { ...Object.fromEntries(granted), wording: text, source };
}

/** All that is wrong, by field, in words for somebody who knows nothing of us. */
export function checkSubmission(
  form: PublicForm,
  submission: Submission,
): ReadonlyMap<FieldName, string> {
  const { fields } = toCapture(form, submission);
  const errors = [
    ...unstorableText(fields),
    ...validateFields(fields),
    ...checkCapture(fields, form.country).errors,
  ];
  const problems = new Map<FieldName, string>();
  for (const error of errors) {
    // All else that is captured is the form's own, and in order.
    const field = CAPTURED_FIELDS.find((name) => error.pointer === `/${name}`) ?? 'notes';
    if (!problems.has(field)) problems.set(field, inPlainWords(field, error));
  }
  if (
    submission.wording !== '' &&
    submission.wording !== (form.consent && wordingOf(form.consent))
  ) {
    problems.set('consent', 'These words have changed. Read them, and tick the box if you agree.');
  }
  return problems;
}

const validateFields = bodyValidator(CaptureLeadBody);

function inPlainWords(field: CapturedField, { code }: FieldError): string {
  switch (code) {
    case 'contact_channel_missing':
      return 'Enter a phone number or an e-mail address, so that we can answer.';
    case 'service_intent_missing':
      return 'Choose what you need.';
    case 'phone_unreadable':
      return 'Enter the phone number with its area code, or with + and its country code.';
    case 'invalid_format':
      return 'Enter the whole e-mail address, such as sam@example.com.';
    case 'too_long':
      return `Shorten this to ${maxLengthOf(field)} characters.`;
    default:
      return 'Remove the characters that cannot be read.';
  }
}
