import { NO_BRAND } from '../../domain/brand.ts';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import { visibleText } from '../../platform/visible-text.ts';
import { cut, html, Markup, SCRIPT } from '../forms/index.ts';
import type { OnlineService } from '../services/index.ts';
import type { Formats } from './formats.ts';
import { IN_PLACE_SCRIPT } from './in-place-script.ts';
import type { PublicPage } from './queries.ts';
import { styleFor } from './style.ts';
import { TEXTS, type Texts } from './texts/index.ts';
import { type Errors, fieldsOf, STEPS, type Step, type Wish } from './wish.ts';

/** What every page of a visitor is made of. */

/** The page of a company, in the language of a visitor. */
export interface Shown {
  page: PublicPage;
  language: Language;
  texts: Texts;
  formats: Formats;
  services: readonly OnlineService[];
  /** False where everywhere is served: then no postal code is needed. */
  needsPostalCode: boolean;
}

interface Parts {
  heading: string;
  content: Markup;
  /** Null on pages that are no step. */
  step?: Step;
  errors?: Errors;
  /** What the buttons to other pages keep; null if there are none. */
  wish?: Wish | null;
  /** Whether the visitor's input would be lost with another language. */
  isTyped?: boolean;
  hasScript?: boolean;
}

/** Of the title beside the name of the step, where browsers show few characters. */
const MAX_TAB_BYTES = 300;

export function layout(shown: Shown, parts: Parts): Markup {
  const { page, texts } = shown;
  const title = visibleText(page.title);
  const inTab = visibleText(cut(page.title, MAX_TAB_BYTES));
  const { heading, content, step, errors = new Map(), wish = null } = parts;
  const { isTyped = false, hasScript = false } = parts;
  const before = errors.size > 0 ? `${texts.errors.summary}: ` : '';
  const isInPlace = step !== undefined && step !== 'contact';
  return documentOf(shown.language, `${before}${heading} – ${inTab}`, styleFor(page.brand).style, [
    html`<header><div>${logoOf(page)}<span dir="auto">${visibleText(page.company)}</span></div></header>
<main${isInPlace ? html` data-step` : null}>
${wish === null ? null : stateForm(shown, wish)}
${wish === null || isTyped ? null : languageButtons(shown)}
<h1 dir="auto">${title}</h1>
${step === undefined ? null : html`<p class="step">${stepOf(shown, step)}</p>`}
<h2>${heading}</h2>
${errors.size > 0 ? errorSummary(errors, texts) : null}
${content}
</main>
${hasScript ? scriptOf(SCRIPT) : null}${isInPlace ? scriptOf(IN_PLACE_SCRIPT) : null}`,
  ]);
}

function scriptOf(script: string): Markup {
  return html`<script>${new Markup(script)}</script>\n`;
}

/** A page for what cannot be shown, of which nothing but the language is known. */
export function failurePage(language: Language, status: number, code: string): Markup {
  const { failures } = TEXTS[language];
  const found = FAILURES[status];
  const [heading, next] =
    found === undefined ? [failures.other[0], failures.other[1](code)] : failures[found];
  const content = html`<main><h1>${heading}</h1><p class="text">${next}</p></main>\n`;
  return documentOf(language, heading, styleFor(NO_BRAND).style, [content]);
}

const FAILURES: Record<number, Exclude<keyof Texts['failures'], 'other'>> = {
  403: 'closed',
  404: 'notFound',
  413: 'tooLong',
  415: 'format',
  429: 'tooMany',
  503: 'unavailable',
};

function documentOf(
  language: Language,
  title: string,
  style: string,
  content: readonly Markup[],
): Markup {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${content}</body>
</html>
`;
}

/** The name is beside it, so a screen reader needs no other. */
function logoOf({ brand }: PublicPage): Markup | null {
  return brand.logo_url == null ? null : html`<img src="${brand.logo_url}" alt="">`;
}

/** A page with one service starts with its details. */
function stepOf({ services, texts }: Shown, step: Step): string {
  const steps = STEPS.filter((one) => one !== 'service' || services.length > 1);
  return texts.step(steps.indexOf(step) + 1, steps.length);
}

/**
 * What was chosen so far, once for all buttons that lead to another step, day or language: typed answers can be long. The
 * last value of a field counts, and this form is before all of its buttons.
 */
function stateForm({ page, language }: Shown, wish: Wish): Markup {
  const fields = [['step', wish.step], ['lang', language], ...fieldsOf(wish)] as const;
  return html`<form method="get" action="${pathOf(page)}" accept-charset="utf-8" id="${STATE}">
${hidden(fields)}</form>`;
}

const STATE = 'state';

interface Leading {
  name: string;
  value: string;
  text: string;
  more?: Markup | null;
}

/** Leads to another page with the same choices, except for this one. */
export function leadingButton({ name, value, text, more = null }: Leading): Markup {
  return html`<button form="${STATE}" type="submit" name="${name}" value="${value}"${more}>${text}</button>`;
}

export function backButton({ texts }: Shown, step: Step): Markup {
  return html`<p>${leadingButton({ name: 'step', value: step, text: texts.back, more: LINK })}</p>`;
}

const LINK = html` class="link"`;

function languageButtons({ page, language, texts }: Shown): Markup | null {
  if (page.languages.length < 2) return null;
  const items = LANGUAGES.filter((one) => page.languages.includes(one)).map((one) => {
    const text = TEXTS[one].languageName;
    if (one === language) return html`<li><strong aria-current="true">${text}</strong></li>`;
    const more = html` class="link" lang="${one}"`;
    return html`<li>${leadingButton({ name: 'lang', value: one, text, more })}</li>`;
  });
  return html`<nav aria-label="${texts.chooseLanguage}"><ul>${items}</ul></nav>`;
}

/** Has the focus when the page opens, so a screen reader starts with it. */
function errorSummary(errors: Errors, texts: Texts): Markup {
  const links = [...errors].map(([id, error]) => html`<li><a href="#${id}">${error}</a></li>`);
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><h2>${texts.errors.summary}</h2><ul>${links}</ul></div>`;
}

export function pathOf({ page_key }: PublicPage): string {
  return `/b/${page_key}`;
}

/** A form that leads to another step: what was chosen so far is hidden in it. */
export function stepForm(shown: Shown, next: Step, wish: Wish, content: Markup): Markup {
  const fields = [['step', next], ['lang', shown.language], ...fieldsOf(wish)] as const;
  return html`<form method="get" action="${pathOf(shown.page)}" accept-charset="utf-8">
${hidden(fields)}${content}
</form>`;
}

export function hidden(fields: readonly (readonly [name: string, value: string])[]): Markup[] {
  return fields.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
}
