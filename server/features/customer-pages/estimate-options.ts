import { visibleText } from '../../platform/visible-text.ts';
import type { Written } from '../documents/index.ts';
import type { Estimate } from '../estimates/index.ts';
import { html, type Markup } from '../forms/index.ts';
import { pricedTable, type ShownLine, type Space } from './priced-table.ts';
import type { Texts } from './texts/index.ts';

/** The options of an estimate, with boxes for what can be left out. */

interface Parts {
  written: Written;
  space: Space;
  texts: Texts;
  /** What was chosen before; null when the page opens. */
  sent: URLSearchParams | null;
}

export function optionSection(estimate: Estimate, place: number, parts: Parts): Markup {
  const { written, sent, texts } = parts;
  const { words } = written;
  const option = estimate.options[place];
  if (option === undefined) return html``;
  const isOnly = estimate.options.length === 1;
  const chosen = sent?.getAll(`optional_${place}`) ?? [];
  const lines = option.lines.map((line, at): ShownLine => {
    if (!line.optional) return line;
    const id = `optional_${place}_${at}`;
    const checked = chosen.includes(String(at)) ? html` checked` : null;
    const control = (label: Markup) =>
      html`<div class="checkbox"><input type="checkbox" id="${id}" name="optional_${place}" value="${at}"${checked}><label for="${id}">${label} (${words.optional})</label></div>`;
    return { ...line, control };
  });
  const totals: [string, number][] = [
    [words.subtotal, option.subtotal],
    [words.tax, option.tax],
    [words.total, option.total],
    ...(option.deposit === 0 ? [] : [[words.deposit, option.deposit] satisfies [string, number]]),
  ];
  const recommended = option.recommended ? ` (${words.recommended})` : '';
  const name = `${visibleText(option.name)}${recommended}`;
  const isChosen = sent === null ? option.recommended : sent.get('option') === String(place);
  const heading = isOnly
    ? html`<h2>${name}</h2>`
    : html`<div class="choice"><input type="radio" name="option" value="${place}" id="option-${place}"${isChosen ? html` checked` : null}><label for="option-${place}">${name}</label></div>`;
  const around = { ...parts, caption: name, more: texts.more };
  return html`<section>${heading}
${pricedTable(lines, totals, around)}</section>`;
}

/** Only what was bought. */
export function acceptedOption(
  estimate: Estimate,
  { option: place, optional_lines, amount }: NonNullable<Estimate['acceptance']>,
  parts: Parts,
): Markup {
  const { words } = parts.written;
  const option = estimate.options[place];
  const lines = (option?.lines ?? []).filter(
    (line, at) => !line.optional || optional_lines.includes(at),
  );
  const name = visibleText(option?.name ?? '');
  const around = { ...parts, caption: name, more: parts.texts.more };
  return html`<section><h2>${name}</h2>
${pricedTable(lines, [[words.total, amount]], around)}</section>`;
}

/** Longer texts are in the PDF as a whole. */
const MAX_LENGTH = 4_000;

export function longText(text: string, more: string): Markup {
  const isLong = text.length > MAX_LENGTH;
  const shown = isLong ? `${text.slice(0, MAX_LENGTH).toWellFormed()} …` : text;
  return html`<p class="text" dir="auto">${visibleText(shown)}</p>${isLong ? html`<p>${more}</p>` : null}`;
}
