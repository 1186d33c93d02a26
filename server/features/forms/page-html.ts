import { newKey } from '../../platform/unguessable-key.ts';
import { visibleText } from '../../platform/visible-text.ts';
import { MIN_AGE_MS, signatureOf, WAIT_MS } from './challenge.ts';
import {
  type CapturedField,
  consentControl,
  FIELD_ORDER,
  type FieldName,
  HONEYPOT,
  LABELS,
  serviceControl,
  type TextField,
  textControl,
  wordingOf,
} from './form-fields.ts';
import { html, Markup } from './html.ts';
import { SCRIPT } from './page-script.ts';
import { STYLE } from './page-style.ts';
import type { FormRow } from './queries.ts';
import type { Submission } from './submission.ts';

/** The HTML pages. They work with and without scripts, and with screen readers. */

type Errors = ReadonlyMap<FieldName, string>;

/** What visitors see of a form. */
export type FormContent = Pick<FormRow, 'title' | 'intro' | 'services' | 'consent' | 'thank_you'>;

/** The form with the values that the visitor entered, and the errors. Without a challenge, nothing can be sent from it. */
export function formPage(
  form: FormContent,
  submission: Submission,
  errors: Errors,
  challenge: string | null,
): Markup {
  const { services, consent } = form;
  const title = visibleText(form.title);
  const text = (field: TextField) =>
    labeled(field, errors, null, (more) => textControl(field, more, submission.texts[field]));
  const service = () =>
    labeled('service_needed', errors, REQUIRED, (more) =>
      serviceControl(services, more, submission.service),
    );
  return page(
    errors.size > 0 ? `Please check: ${title}` : title,
    html`
<h1 dir="auto">${title}</h1>
${form.intro === null ? null : html`<p class="text" dir="auto">${visibleText(form.intro)}</p>`}
${errors.size > 0 ? errorSummary(errors) : null}
${challengedForm(challenge, submission, null)}
<p class="offscreen" aria-hidden="true"><label>Leave this empty <input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></label></p>
${text('name')}
<fieldset>
<legend>How can we contact you? A phone number or an email address is required.</legend>
${text('phone')}
${text('email')}
</fieldset>
${services.length > 1 ? service() : null}
${text('address')}
${text('notes')}
${consent === null ? null : consentCheckbox(consent, submission, errors)}
<button type="submit">Send</button>
</form>`,
    challenge === null ? null : HAS_SCRIPT,
  );
}

/**
 * The second page, for a visitor whose challenge is not passed: it has all values, and is sent again by the script at
 * once, or by the visitor after a few seconds.
 */
export function againPage(form: FormContent, submission: Submission, challenge: string): Markup {
  const { texts, service, wording } = submission;
  const values = { ...texts, service_needed: service, consent: wording };
  const hidden = Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
  const seconds = WAIT_MS / 1000;
  return page(
    `One more step: ${visibleText(form.title)}`,
    html`
<h1>One more step</h1>
<p class="text" id="status" role="status">Your request was not sent yet. Please wait ${seconds} seconds, then press Send. This keeps out programs that fill in forms.</p>
${challengedForm(challenge, submission, html` data-auto="Sending your request …"`)}
${hidden}<button type="submit">Send</button>
</form>`,
    HAS_SCRIPT,
  );
}

/** The start of a form with its challenge. The script enters the proof. */
function challengedForm(
  challenge: string | null,
  submission: Submission,
  more: Markup | null,
): Markup {
  if (challenge === null) return html`<form>`;
  const id = submission.submissionId ?? newKey();
  return html`<form method="post" accept-charset="utf-8" data-challenge="${signatureOf(challenge)}" data-wait="${MIN_AGE_MS}"${more}>
<input type="hidden" name="submission" value="${id}" autocomplete="off">
<input type="hidden" name="challenge" value="${challenge}" autocomplete="off">
<input type="hidden" name="proof" value="" autocomplete="off">${cameFrom(submission)}`;
}

function cameFrom({ referrer }: Submission): Markup | null {
  if (referrer === '') return null;
  return html`
<input type="hidden" name="referrer" value="${referrer}" autocomplete="off">`;
}

export function thanksPage(form: FormContent): Markup {
  const [title, thanks] = [visibleText(form.title), visibleText(form.thank_you)];
  return page(
    title,
    html`<h1 dir="auto">${title}</h1><p class="text" dir="auto" role="status">${thanks}</p>`,
  );
}

export function errorPage(status: number, requestId: string): Markup {
  const [title, next] = ERRORS[status] ?? [
    'Something went wrong',
    `We did not receive your request. Try again. If it happens again, tell the company that owns this form, with this code: ${requestId}`,
  ];
  return page(title, html`<h1>${title}</h1><p class="text">${next}</p>`);
}

const ERRORS: Record<number, [title: string, next: string]> = {
  403: [
    'This form is closed at the moment',
    'Your request was not sent. Call the company that gave you this address, or try again later.',
  ],
  404: [
    'Form not found',
    'The address is wrong, or the form is no longer available. Ask the company that gave you this address.',
  ],
  413: ['Your message is too long', 'Go back, shorten your text, and send it again.'],
  415: ['Unsupported format', 'Open the form in a browser and send it from there, without files.'],
  429: ['Too many requests', 'Wait a moment, then reload this page.'],
  503: ['Temporarily unavailable', 'Wait a moment, then reload this page.'],
};

const HAS_SCRIPT = html`<script>${new Markup(SCRIPT)}</script>\n`;

function page(title: string, content: Markup, script: Markup | null = null): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<main>
${content}
</main>
${script}</body>
</html>
`;
}

/** Has the focus when the page opens, so a screen reader starts with it. */
function errorSummary(errors: Errors): Markup {
  const links = FIELD_ORDER.flatMap((field) => {
    const error = errors.get(field);
    return error === undefined ? [] : [html`<li><a href="#${field}">${error}</a></li>`];
  });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>Please check your answers</h2><ul>${links}</ul></div>`;
}

const REQUIRED = html` <span class="required">(required)</span>`;

function labeled(
  field: CapturedField,
  errors: Errors,
  marker: Markup | null,
  control: (more: Markup) => Markup,
): Markup {
  return html`<div class="field"><label for="${field}">${LABELS[field]}${marker}</label>${errorMessage(field, errors)}${control(html` dir="auto"${references(field, errors)}`)}</div>`;
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
