import { presentText } from '../../domain/text.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { visibleText } from '../../platform/visible-text.ts';
import { html, Markup } from '../forms/index.ts';
import { type Errors, NO_ERRORS, REFUSED, type Shown } from './shown.ts';
import { pageStyle } from './style.ts';
import type { Texts } from './texts/index.ts';

/** What every page of a customer is made of. */

interface Parts {
  heading: string;
  content: Markup;
  /** Says what just happened, or how things are. */
  notice?: string | null;
  errors?: Errors;
  /** Whether the notice already says why nothing more can be done. */
  isOver?: boolean;
  /** Its hash is in the policy. */
  script?: string | null;
}

/** The page after paying belongs to no link. */
type Page = Pick<Shown, 'company' | 'language' | 'texts'> & Partial<Pick<Shown, 'query'>>;

export function layout({ company, language, texts, query }: Page, parts: Parts): Markup {
  const { heading, content, notice = null, errors = NO_ERRORS, script = null } = parts;
  const isRefused = query?.get('done') === REFUSED && parts.isOver !== true;
  const name = visibleText(company.name);
  const before = errors.size > 0 ? `${texts.errors.summary}: ` : '';
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${before}${heading} – ${name}</title>
<style>${new Markup(pageStyle(company))}</style>
</head>
<body>
<header><div><span dir="auto">${name}</span></div></header>
<main>
<h1>${heading}</h1>
${isRefused ? html`<p class="notice" role="alert">${texts.refused}</p>` : null}
${notice === null ? null : html`<p class="notice" role="status">${notice}</p>`}
${errors.size > 0 ? errorSummary(errors, texts) : null}
${content}
</main>
${script === null ? null : html`<script>${new Markup(script)}</script>\n`}</body>
</html>
`;
}

/** Has the focus when the page opens, so a screen reader starts with it. */
function errorSummary(errors: Errors, texts: Texts): Markup {
  const links = [...errors].map(([id, error]) => html`<li><a href="#${id}">${error}</a></li>`);
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>${texts.errors.summary}</h2><ul>${links}</ul></div>`;
}

/** A form that does something. Each part of a page has its own address. */
export function form({ path }: Shown, action: string, content: Markup): Markup {
  return html`<form method="post" action="${path}/${action}" accept-charset="utf-8">
${content}
</form>`;
}

/** Closed until it is needed: what ends something is not done by accident. */
export function reasonForm(
  shown: Shown,
  action: string,
  texts: { open: string; ask: string; reason: string; submit: string },
): Markup {
  const id = `${action}-reason`;
  return html`<details><summary>${texts.open}</summary>
${form(
  shown,
  action,
  html`<p>${texts.ask}</p>
<div class="field"><label for="${id}">${texts.reason}</label> <span class="required">${shown.texts.optional}</span><textarea id="${id}" name="reason" rows="3" maxlength="${TEXT_LIMITS.reason}" dir="auto"></textarea></div>
<button type="submit">${texts.submit}</button>`,
)}</details>`;
}

interface Field {
  id: string;
  label: string;
  isOptional?: boolean;
  errors: Errors;
  texts: Texts;
}

/** A control with its label and its error above it. */
export function labeled(field: Field, control: (more: Markup) => Markup): Markup {
  const { id, label, isOptional = false, errors, texts } = field;
  const error = errors.get(id);
  const required = isOptional ? null : html` aria-required="true"`;
  const wrong =
    error === undefined ? null : html` aria-invalid="true" aria-describedby="${id}-error"`;
  return html`<div class="field"><label for="${id}">${label}${isOptional ? html` <span class="required">${texts.optional}</span>` : null}</label>${error === undefined ? null : html`<p class="error" id="${id}-error">${error}</p>`}${control(html` id="${id}" name="${id}" dir="auto"${required}${wrong}`)}</div>`;
}

/** Names and values, without what is unknown. */
export function facts(all: readonly (readonly [label: string, value: string | null])[]): Markup {
  const shown = all.flatMap(([label, value]) =>
    value === null ? [] : [html`<dt>${label}</dt><dd dir="auto">${visibleText(value)}</dd>\n`],
  );
  return html`<dl>${shown}</dl>`;
}

/** How to reach the company for what cannot be done here. */
export function callUs({ company, texts }: Shown): string {
  return company.phone === null ? texts.contactUs : texts.call(company.phone);
}

/** A reason as it is stored; null if none was given. */
export function reasonIn(sent: URLSearchParams): string | null {
  const text = presentText((sent.get('reason') ?? '').replaceAll('\0', '').toWellFormed());
  return text === null ? null : [...text].slice(0, TEXT_LIMITS.reason).join('');
}
