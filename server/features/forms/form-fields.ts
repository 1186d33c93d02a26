import { hash } from 'node:crypto';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { visibleText } from '../../platform/visible-text.ts';
import { html, type Markup } from './html.ts';
import type { FormConsent, Service } from './schemas.ts';
import type { Texts } from './texts/index.ts';

/** The fields that a visitor fills in: the same on the hosted page and in the HTML for another page. */

export const TEXT_FIELDS = ['name', 'phone', 'email', 'address', 'notes'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];
/** The fields that a lead is captured from. */
export const CAPTURED_FIELDS = [...TEXT_FIELDS, 'service_needed'] as const;
export type CapturedField = (typeof CAPTURED_FIELDS)[number];
export type FieldName = CapturedField | 'consent';

export const FIELD_ORDER: readonly FieldName[] = [
  'name',
  'phone',
  'email',
  'service_needed',
  'address',
  'notes',
  'consent',
];

/** Hidden from people. A bot that fills in every field fills in this one too. */
export const HONEYPOT = 'website';

const ATTRIBUTES: Record<TextField, Markup> = {
  name: html`type="text" autocomplete="name"`,
  phone: html`type="tel" inputmode="tel" autocomplete="tel"`,
  email: html`type="email" inputmode="email" autocomplete="email"`,
  address: html`rows="2" autocomplete="street-address"`,
  notes: html`rows="5"`,
};

export function textControl(field: TextField, more: Markup | null, value: string): Markup {
  const attributes = html`name="${field}" ${ATTRIBUTES[field]} maxlength="${maxLengthOf(field)}"${more}`;
  if (field !== 'address' && field !== 'notes') return html`<input ${attributes} value="${value}">`;
  // Browsers drop the first line break of a text area, so this one protects the visitor's own.
  return html`<textarea ${attributes}>\n${value}</textarea>`;
}

export function serviceControl(
  services: Service[],
  more: Markup | null,
  chosen: string,
  { choose }: Texts,
): Markup {
  const options = services.map(
    ({ code, label }) =>
      html`<option value="${code}"${code === chosen ? html` selected` : null}>${visibleText(label)}</option>`,
  );
  return html`<select name="service_needed" required${more}><option value="">${choose}</option>${options}</select>`;
}

export function consentControl(consent: FormConsent, more: Markup | null): Markup {
  return html`<input type="checkbox" name="consent" value="${wordingOf(consent)}"${more}>`;
}

/**
 * Identifies the consent text beside the checkbox and its channels. Consent is recorded for the text that the
 * visitor read, so a checked box must not count for a text that has replaced it since.
 */
export function wordingOf({ text, channels }: FormConsent): string {
  return hash('sha256', JSON.stringify([text, channels])).slice(0, 16);
}

/** The same limits as in the API. */
export function maxLengthOf(field: CapturedField): number {
  return field === 'service_needed' ? TEXT_LIMITS.code : TEXT_LIMITS[field];
}
