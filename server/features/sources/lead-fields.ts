import { isEmail, normalizePhone } from '../../domain/contact.ts';
import { isLanguage } from '../../domain/languages.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { FieldError } from '../../platform/errors.ts';
import { bodyValidator, unstorableText } from '../../platform/http/validation.ts';
import { Attribution, CaptureLeadBody, checkCapture } from '../leads/index.ts';
import type { ReadFields, Reason } from './adapters/adapter.ts';
import { cut, storable, toMetadata } from './texts.ts';

/** Pure rules: from what was read to the body of a capture, or why it cannot be one. */

export type CaptureFields = Record<string, unknown>;

export type Checked = { fields: CaptureFields } | { fields: CaptureFields; quarantined: Reason };

interface Defaults {
  source: string;
  default_service: string | null;
  country: string;
}

/**
 * Values that are too long are cut: everything is in the receipt. A phone number that cannot be read goes into the notes if
 * there is an email address, and the other way round, because then the person can still be contacted.
 */
export function toCaptureFields(
  read: ReadFields,
  id: string | null,
  { source, default_service, country }: Defaults,
): CaptureFields {
  const phone = limited(read.phone, 'phone');
  const email = limited(read.email, 'email')?.replace(/^mailto:/i, '');
  const dialed = phone === undefined ? null : normalizePhone(phone, country);
  const mailbox = email !== undefined && isEmail(email) ? email : null;
  const unreadable = [
    phone !== undefined && dialed === null && mailbox !== null ? `Phone: ${phone}` : null,
    email !== undefined && mailbox === null && dialed !== null ? `Email: ${email}` : null,
  ].filter((line) => line !== null);
  const notes = [read.notes, ...unreadable].filter((text) => text !== undefined).join('\n');
  return withoutMissing({
    name: limited(read.name, 'name'),
    phone: dialed ?? (mailbox === null ? phone : undefined),
    email: mailbox ?? (dialed === null ? email : undefined),
    source,
    source_ref: id === null ? undefined : cut(id, 200),
    service_needed: read.service_needed ?? default_service ?? undefined,
    address: limited(onOneLine(read.address), 'address'),
    notes: notes === '' ? undefined : cut(storable(notes), TEXT_LIMITS.notes),
    language: isLanguage(read.language) ? read.language : undefined,
    metadata: withoutMissing(toMetadata(read.metadata ?? {})),
    attribution: withoutMissing(limitedAttribution(read.attribution ?? {})),
  });
}

function limited(text: string | undefined, kind: keyof typeof TEXT_LIMITS): string | undefined {
  if (text === undefined) return undefined;
  const clean = cut(storable(text).trim(), TEXT_LIMITS[kind]);
  return clean === '' ? undefined : clean;
}

function onOneLine(text: string | undefined): string | undefined {
  return text
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ');
}

function limitedAttribution(values: Record<string, string>): Record<string, string> {
  const found = Object.entries(Attribution.properties).flatMap(([name, schema]) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const { maxLength } = schema as { maxLength?: number };
    return value === undefined ? [] : [[name, cut(storable(value), maxLength ?? 500)] as const];
  });
  return Object.fromEntries(found);
}

function withoutMissing(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const { transcript: _none, ...properties } = CaptureLeadBody.properties;
const validate = bodyValidator({ ...CaptureLeadBody, title: undefined, properties });

/** Everything that is wrong with the fields, by the rules of every lead. */
export function captureErrors(fields: CaptureFields, country: string): FieldError[] {
  return [...unstorableText(fields), ...validate(fields), ...checkCapture(fields, country).errors];
}

export function checkFields(fields: CaptureFields, country: string): Checked {
  const errors = captureErrors(fields, country);
  const [first] = errors;
  if (first === undefined) return { fields };
  const detail = errors
    .slice(0, 3)
    .map((error) => error.detail)
    .join(' ');
  return { fields, quarantined: { reason: first.code, detail } };
}
