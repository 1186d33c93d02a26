import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { visibleText } from '../../platform/visible-text.ts';
import {
  HONEYPOT,
  hiddenText,
  html,
  type Markup,
  MIN_AGE_MS,
  signatureOf,
  WAIT_MS,
  wordingOf,
} from '../forms/index.ts';
import {
  CONSENT_FIELDS,
  CONTACT_FIELDS,
  type ConsentField,
  type Contact,
  type ContactField,
  consentOf,
} from './contact.ts';
import { choices, labeled } from './controls.ts';
import { backButton, hidden, layout, pathOf, type Shown } from './layout.ts';
import type { OpenTime } from './times.ts';
import { type Errors, fieldsOf, REQUEST, type Wish } from './wish.ts';

/** The pages that send the booking. What was typed is never in an address, only in the body of a form. */

const ATTRIBUTES: Record<ContactField, Markup> = {
  name: html`type="text" autocomplete="name"`,
  phone: html`type="tel" inputmode="tel" autocomplete="tel"`,
  email: html`type="email" inputmode="email" autocomplete="email"`,
  address: html`rows="2" autocomplete="street-address"`,
  notes: html`rows="4"`,
};

export interface Draft {
  wish: Wish;
  contact: Contact;
  challenge: string;
  errors: Errors;
  /** The time that was chosen; null for a request without one. */
  time: OpenTime | null;
  /** Why it is a request without a time. */
  notice?: string | null;
}

export function contactPage(shown: Shown, draft: Draft): Markup {
  const { texts } = shown;
  const { wish, contact, errors, time, notice = null } = draft;
  const field = (id: ContactField, isOptional: boolean) =>
    labeled({ id, label: texts[id], isOptional, errors, texts }, (more) =>
      control(id, contact.texts[id], more),
    );
  const content = html`${notice === null ? null : html`<p class="notice" role="status">${notice}</p>`}
${summary(shown, wish, time)}
${sendingForm(
  shown,
  draft,
  html`<p class="offscreen" aria-hidden="true"><label>${texts.leaveEmpty} <input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></label></p>
${field('name', false)}
<fieldset><legend>${texts.channels}</legend>
${field('phone', true)}
${field('email', true)}
</fieldset>
${field('address', true)}
${field('notes', true)}
${CONSENT_FIELDS.map((field) => consentBox(field, shown, contact, errors))}
<button type="submit">${wish.start === null ? texts.sendRequest : texts.book}</button>`,
)}
${backButton(shown, notice === null ? 'time' : 'details')}`;
  return layout(shown, {
    heading: texts.contact,
    content,
    step: 'contact',
    errors,
    wish: { ...wish, step: 'contact' },
    isTyped: contact.isTyped,
    hasScript: true,
  });
}

/** The time was taken while the visitor typed: the next ones can be booked with one more click. */
export function lostPage(shown: Shown, draft: Draft, alternatives: readonly OpenTime[]): Markup {
  const { texts, formats } = shown;
  const { wish } = draft;
  const options = alternatives.map((time) => ({
    value: new Date(time.start).toISOString(),
    label: formats.dayAndTime(time),
  }));
  const chosen = options[0]?.value ?? '';
  const untimed = { ...wish, start: null, isWithoutTime: false };
  const field = { id: 'starts_at', label: texts.lostNext, isOptional: false, ...NO_ERRORS, texts };
  const isOpen = options.length > 0;
  const content = html`<div class="notice" role="alert" tabindex="-1" autofocus>${isOpen ? texts.lost : texts.lostNone}</div>
${sendingForm(
  shown,
  { ...draft, wish: untimed },
  html`${typed(draft.contact)}${isOpen ? html`${choices(field, options, chosen)}<button type="submit">${texts.bookThis}</button>` : null}
<button${isOpen ? html` class="plain"` : null} type="submit" name="step" value="${REQUEST}">${isOpen ? texts.askWithoutTime : texts.sendRequest}</button>`,
)}
${backButton(shown, 'time')}`;
  return layout(shown, {
    heading: texts.lost,
    content,
    step: 'contact',
    wish: { ...untimed, step: 'contact' },
    isTyped: true,
    hasScript: true,
  });
}

const NO_ERRORS = { errors: new Map() };

/**
 * For a visitor who was faster than a person can be, without the script: it has all values, and is sent again by the script
 * at once, or by the visitor after a few seconds.
 */
export function againPage(shown: Shown, draft: Draft): Markup {
  const { texts } = shown;
  const content = html`<p class="text" id="status" role="status">${texts.againText(WAIT_MS / 1000)}</p>
${sendingForm(shown, draft, html`${typed(draft.contact)}<button type="submit">${draft.wish.start === null ? texts.sendRequest : texts.book}</button>`, html` data-auto="${texts.sending}"`)}`;
  return layout(shown, { heading: texts.again, content, step: 'contact', hasScript: true });
}

/** A form with its challenge. The script enters the proof. */
function sendingForm(
  { page, language }: Shown,
  { wish, contact, challenge }: Draft,
  content: Markup,
  more: Markup | null = null,
): Markup {
  const solving = html` data-challenge="${signatureOf(challenge)}" data-wait="${MIN_AGE_MS}"${more}`;
  const fields: [string, string][] = [
    ['lang', language],
    ...fieldsOf(wish),
    ['challenge', challenge],
    ['proof', contact.answer.challenge === challenge ? contact.answer.proof : ''],
  ];
  return html`<form method="post" action="${pathOf(page)}" accept-charset="utf-8"${solving}>
${hidden(fields)}${content}
</form>`;
}

function typed({ texts, wordings }: Contact): Markup[] {
  return [
    ...CONTACT_FIELDS.map((name) => hiddenText(name, texts[name])),
    ...hidden(CONSENT_FIELDS.map((field) => [field, wordings[field]])),
  ];
}

function control(id: ContactField, value: string, more: Markup): Markup {
  const attributes = html`${ATTRIBUTES[id]} maxlength="${TEXT_LIMITS[id]}"${more}`;
  if (id !== 'address' && id !== 'notes') return html`<input ${attributes} value="${value}">`;
  // Browsers drop the first line break of a text area, so this one protects the visitor's own.
  return html`<textarea ${attributes}>\n${value}</textarea>`;
}

function consentBox(
  field: ConsentField,
  { texts }: Shown,
  { wordings }: Contact,
  errors: Errors,
): Markup {
  const consent = consentOf(field, texts);
  const current = wordingOf(consent);
  const error = errors.get(field);
  const checked = wordings[field] === current ? html` checked` : null;
  const wrong = html` aria-invalid="true" aria-describedby="${field}-error"`;
  return html`<div class="field">${error === undefined ? null : html`<p class="error" id="${field}-error">${error}</p>`}<div class="checkbox"><input type="checkbox" name="${field}" id="${field}" value="${current}"${checked}${error === undefined ? null : wrong}><label for="${field}">${consent.text}</label></div></div>`;
}

/** What is about to be booked, or was. */
export function summary(
  { texts, formats }: Shown,
  { service }: Pick<Wish, 'service'>,
  time: OpenTime | null,
  reference: string | null = null,
): Markup {
  const rows: [string, string | null][] = [
    [texts.service, service && visibleText(formats.name(service))],
    [texts.when, time && `${formats.dayAndTime(time)} (${formats.zone(time.start)})`],
    [texts.reference, reference],
  ];
  const items = rows.flatMap(([name, value]) =>
    value === null ? [] : [html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>\n`],
  );
  return items.length === 0 ? html`` : html`<dl>\n${items}</dl>`;
}
