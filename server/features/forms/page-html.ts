import { newKey } from '../../platform/unguessable-key.ts';
import {
  type CapturedField,
  consentControl,
  FIELDS_AS_SHOWN,
  type FieldName,
  HONEYPOT,
  LABELS,
  serviceControl,
  type TextField,
  textControl,
  wordingOf,
} from './form-fields.ts';
import { html, Markup } from './html.ts';
import { STYLE } from './page-style.ts';
import type { PublicForm } from './queries.ts';
import type { Submission } from './submission.ts';

/** The pages themselves. They work without a script, for the eye and for a screen reader. */

type Problems = ReadonlyMap<FieldName, string>;

/** The form with what was typed into it, and what is wrong with that. */
export function formPage(form: PublicForm, typed: Submission, problems: Problems): Markup {
  const { title, intro, services, consent } = form;
  const text = (field: TextField) =>
    labelled(field, problems, null, (more) => textControl(field, more, typed.texts[field]));
  const service = () =>
    labelled('service_needed', problems, REQUIRED, (more) =>
      serviceControl(services, more, typed.service),
    );
  return page(
    problems.size > 0 ? `Please check: ${title}` : title,
    html`
<h1 dir="auto">${title}</h1>
${intro === null ? null : html`<p class="text" dir="auto">${intro}</p>`}
${problems.size > 0 ? summary(problems) : null}
<form method="post" accept-charset="utf-8">
<input type="hidden" name="submission" value="${typed.submissionId ?? newKey()}" autocomplete="off">
<p class="elsewhere" aria-hidden="true"><label>Leave this empty <input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></label></p>
${text('name')}
<fieldset>
<legend>How can we reach you? A phone number or an e-mail address is required.</legend>
${text('phone')}
${text('email')}
</fieldset>
${services.length > 1 ? service() : null}
${text('address')}
${text('notes')}
${consent === null ? null : tick(consent, typed, problems)}
<button type="submit">Send</button>
</form>`,
  );
}

export function thanksPage({ title, thank_you }: PublicForm): Markup {
  return page(
    title,
    html`<h1 dir="auto">${title}</h1><p class="text" dir="auto" role="status">${thank_you}</p>`,
  );
}

export function errorPage(status: number, requestId: string): Markup {
  const [title, next] = ERRORS[status] ?? [
    'Something went wrong',
    `Your request did not reach us. Try again; if it stays, tell whoever sent you here: ${requestId}`,
  ];
  return page(title, html`<h1>${title}</h1><p class="text">${next}</p>`);
}

const ERRORS: Record<number, [title: string, next: string]> = {
  404: [
    'There is no form here',
    'The address is mistyped, or the form was taken off line. Ask whoever sent you here.',
  ],
  413: ['That is too much', 'Go back, shorten what you wrote, and send it again.'],
  415: ['This cannot be read', 'Send the form as a form, without files.'],
  429: ['Too many at once', 'Wait a moment, then reload this page.'],
  503: ['Not just now', 'Wait a moment, then reload this page.'],
};

function page(title: string, content: Markup): Markup {
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
</body>
</html>
`;
}

/** Focused as the page opens, so that a screen reader begins with it. */
function summary(problems: Problems): Markup {
  const links = FIELDS_AS_SHOWN.flatMap((field) => {
    const problem = problems.get(field);
    return problem === undefined ? [] : [html`<li><a href="#${field}">${problem}</a></li>`];
  });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>Please check your answers</h2><ul>${links}</ul></div>`;
}

const REQUIRED = html` <span class="needed">(required)</span>`;

function labelled(
  field: CapturedField,
  problems: Problems,
  marker: Markup | null,
  control: (more: Markup) => Markup,
): Markup {
  return html`<div class="field"><label for="${field}">${LABELS[field]}${marker}</label>${complaint(field, problems)}${control(html` dir="auto"${references(field, problems)}`)}</div>`;
}

function tick(
  consent: NonNullable<PublicForm['consent']>,
  typed: Submission,
  problems: Problems,
): Markup {
  const isTicked = typed.wording === wordingOf(consent);
  const more = html`${references('consent', problems)}${isTicked ? html` checked` : null}`;
  return html`<div class="field">${complaint('consent', problems)}<div class="tick">${consentControl(consent, more)}<label for="consent" dir="auto">${consent.text}</label></div></div>`;
}

function complaint(field: FieldName, problems: Problems): Markup | null {
  const problem = problems.get(field);
  return problem === undefined ? null : html`<p class="wrong" id="${field}-wrong">${problem}</p>`;
}

/** Ties a control to its label and to what is wrong with it. */
function references(field: FieldName, problems: Problems): Markup {
  if (!problems.has(field)) return html` id="${field}"`;
  return html` id="${field}" aria-invalid="true" aria-describedby="${field}-wrong"`;
}
