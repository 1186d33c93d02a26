import { LANGUAGES, type Language } from '../../domain/languages.ts';
import { newKey } from '../../platform/unguessable-key.ts';
import { visibleText } from '../../platform/visible-text.ts';
import { MIN_AGE_MS, signatureOf, WAIT_MS } from './challenge.ts';
import {
  type CapturedField,
  consentControl,
  FIELD_ORDER,
  type FieldName,
  HONEYPOT,
  serviceControl,
  type TextField,
  textControl,
  wordingOf,
} from './form-fields.ts';
import { cut, cutAll, hiddenText, html, Markup } from './html.ts';
import { SCRIPT } from './page-script.ts';
import { brandStyle, STYLE } from './page-style.ts';
import type { FormContent, Shown } from './shown.ts';
import type { Submission } from './submission.ts';
import { TEXTS, type Texts } from './texts/index.ts';
import { linkOrigin } from './visit.ts';

/** The HTML pages. They work with and without scripts, and with screen readers. */

type Errors = ReadonlyMap<FieldName, string>;

/** Of the texts of the company, so that a page without what a visitor types stays below 50 kB. */
const MAX_INTRO_BYTES = 8_000;
const MAX_SERVICES_BYTES = 12_000;

function shortened(services: FormContent['services']): FormContent['services'] {
  const labels = cutAll(
    services.map(({ label }) => label),
    MAX_SERVICES_BYTES,
  );
  return services.map(({ code, label }, place) => ({ code, label: labels[place] ?? label }));
}

/** The form with the values that the visitor entered, and the errors. Without a challenge, nothing can be sent from it. */
export function formPage(
  shown: Shown,
  submission: Submission,
  errors: Errors,
  challenge: string | null,
): Markup {
  const { form, texts } = shown;
  const { services, consent } = form;
  const title = visibleText(form.title);
  const text = (field: TextField) =>
    labeled({ field, errors, texts }, null, (more) =>
      textControl(field, more, submission.texts[field]),
    );
  const service = () =>
    labeled({ field: 'service_needed', errors, texts }, texts.required, (more) =>
      serviceControl(shortened(services), more, submission.service, texts),
    );
  return page(
    shown,
    errors.size > 0 ? `${texts.errors.check}: ${title}` : title,
    html`
${submission.isTyped ? null : languageLinks(shown)}
<h1 dir="auto">${title}</h1>
${form.intro === null ? null : html`<p class="text" dir="auto">${visibleText(cut(form.intro, MAX_INTRO_BYTES))}</p>`}
${errors.size > 0 ? errorSummary(errors, texts) : null}
${challengedForm(shown, challenge, submission, null)}
<p class="offscreen" aria-hidden="true"><label>${texts.leaveEmpty} <input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></label></p>
${text('name')}
<fieldset>
<legend>${texts.channels}</legend>
${text('phone')}
${text('email')}
</fieldset>
${services.length > 1 ? service() : null}
${text('address')}
${text('notes')}
${consent === null ? null : consentCheckbox(consent, submission, errors)}
<button type="submit">${texts.send}</button>
</form>`,
    challenge === null ? null : HAS_SCRIPT,
  );
}

/**
 * The second page, for a visitor whose challenge is not passed: it has all values, and is sent again by the script at
 * once, or by the visitor after a few seconds.
 */
export function againPage(shown: Shown, submission: Submission, challenge: string): Markup {
  const { form, texts: words } = shown;
  const { texts, service, wording } = submission;
  const values = { ...texts, service_needed: service, consent: wording };
  const hidden = Object.entries(values).map(([name, value]) => hiddenText(name, value));
  return page(
    shown,
    `${words.again}: ${visibleText(form.title)}`,
    html`
<h1>${words.again}</h1>
<p class="text" id="status" role="status">${words.againText(WAIT_MS / 1000)}</p>
${challengedForm(shown, challenge, submission, html` data-auto="${words.sending}"`)}
${hidden}<button type="submit">${words.send}</button>
</form>`,
    HAS_SCRIPT,
  );
}

/** The start of a form with its challenge. The script enters the proof. */
function challengedForm(
  { language }: Shown,
  challenge: string | null,
  submission: Submission,
  more: Markup | null,
): Markup {
  if (challenge === null) return html`<form>`;
  const id = submission.submissionId ?? newKey();
  return html`<form method="post" accept-charset="utf-8" data-challenge="${signatureOf(challenge)}" data-wait="${MIN_AGE_MS}"${more}>
<input type="hidden" name="lang" value="${language}" autocomplete="off">
<input type="hidden" name="submission" value="${id}" autocomplete="off">
<input type="hidden" name="challenge" value="${challenge}" autocomplete="off">
<input type="hidden" name="proof" value="" autocomplete="off">${cameFrom(submission)}`;
}

function cameFrom({ referrer }: Submission): Markup | null {
  if (referrer === '') return null;
  return html`
<input type="hidden" name="referrer" value="${referrer}" autocomplete="off">`;
}

export function thanksPage(shown: Shown): Markup {
  const { form } = shown;
  const [title, thanks] = [visibleText(form.title), visibleText(form.thank_you)];
  return page(
    shown,
    title,
    html`<h1 dir="auto">${title}</h1><p class="text" dir="auto" role="status">${thanks}</p>`,
  );
}

/** Of a form that cannot be shown, nothing but the language of the visitor is known. */
export function errorPage(language: Language, status: number, requestId: string): Markup {
  const { failures } = TEXTS[language];
  const found = FAILURES[status];
  const [title, next] =
    found === undefined ? [failures.other[0], failures.other[1](requestId)] : failures[found];
  const content = html`<h1>${title}</h1><p class="text">${next}</p>`;
  return page({ language, color: null }, title, content);
}

const FAILURES: Record<number, Exclude<keyof Texts['failures'], 'other'>> = {
  403: 'closed',
  404: 'notFound',
  413: 'tooLong',
  415: 'format',
  429: 'tooMany',
  503: 'unavailable',
};

const HAS_SCRIPT = html`<script>${new Markup(SCRIPT)}</script>\n`;

function page(
  { language, color }: Pick<Shown, 'language' | 'color'>,
  title: string,
  content: Markup,
  script: Markup | null = null,
): Markup {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
${color === null ? null : html`<style>${new Markup(brandStyle(color))}</style>\n`}</head>
<body>
<main>
${content}
</main>
${script}</body>
</html>
`;
}

/** Has the focus when the page opens, so a screen reader starts with it. */
function errorSummary(errors: Errors, texts: Texts): Markup {
  const links = FIELD_ORDER.flatMap((field) => {
    const error = errors.get(field);
    return error === undefined ? [] : [html`<li><a href="#${field}">${error}</a></li>`];
  });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>${texts.errors.summary}</h2><ul>${links}</ul></div>`;
}

/** The address of the same form, with where the visitor came from. */
function languageLinks({ language, texts, query }: Shown): Markup | null {
  if (query === null) return null;
  const items = LANGUAGES.map((one) => {
    const { languageName } = TEXTS[one];
    if (one === language)
      return html`<li><strong aria-current="true">${languageName}</strong></li>`;
    const address = new URLSearchParams({ lang: one, ...linkOrigin(query) });
    return html`<li><a href="?${address.toString()}" lang="${one}" hreflang="${one}">${languageName}</a></li>`;
  });
  return html`<nav aria-label="${texts.chooseLanguage}"><ul class="languages">${items}</ul></nav>`;
}

function labeled(
  { field, errors, texts }: { field: CapturedField; errors: Errors; texts: Texts },
  mark: string | null,
  control: (more: Markup) => Markup,
): Markup {
  const marker = mark === null ? null : html` <span class="required">${mark}</span>`;
  return html`<div class="field"><label for="${field}">${texts[field]}${marker}</label>${errorMessage(field, errors)}${control(html` dir="auto"${references(field, errors)}`)}</div>`;
}

function consentCheckbox(
  consent: NonNullable<FormContent['consent']>,
  submission: Submission,
  errors: Errors,
): Markup {
  const isChecked = submission.wording === wordingOf(consent);
  const more = html`${references('consent', errors)}${isChecked ? html` checked` : null}`;
  return html`<div class="field">${errorMessage('consent', errors)}<div class="checkbox">${consentControl(consent, more)}<label for="consent" dir="auto">${visibleText(consent.text)}</label></div></div>`;
}

function errorMessage(field: FieldName, errors: Errors): Markup | null {
  const error = errors.get(field);
  return error === undefined ? null : html`<p class="error" id="${field}-error">${error}</p>`;
}

/** Connects a control to its label and its error message. */
function references(field: FieldName, errors: Errors): Markup {
  if (!errors.has(field)) return html` id="${field}"`;
  return html` id="${field}" aria-invalid="true" aria-describedby="${field}-error"`;
}
