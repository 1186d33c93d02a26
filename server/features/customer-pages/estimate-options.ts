import { visibleText } from '../../platform/visible-text.ts';
import type { Written } from '../documents/index.ts';
import { chosenLines, depositOf, type Estimate, totalsOf } from '../estimates/index.ts';
import { cut, html, type Markup } from '../forms/index.ts';
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
  const totals = totalRows(option, written);
  const recommended = option.recommended ? ` (${words.recommended})` : '';
  const name = `${visibleText(cut(option.name, MAX_NAME))}${recommended}`;
  const isChosen = sent === null ? option.recommended : sent.get('option') === String(place);
  const heading = isOnly
    ? html`<h2>${name}</h2>`
    : html`<div class="choice"><input type="radio" name="option" value="${place}" id="option-${place}"${isChosen ? html` checked` : null}><label for="option-${place}">${name}</label></div>`;
  const around = { ...parts, caption: name, more: texts.more };
  return html`<section>${heading}
${pricedTable(lines, totals, around)}</section>`;
}

/** Exactly what is bought, and what it comes to. */
export function chosenOption(
  estimate: Estimate,
  {
    option: place,
    optional_lines,
  }: Pick<NonNullable<Estimate['acceptance']>, 'option' | 'optional_lines'>,
  parts: Parts,
): Markup {
  const option = estimate.options[place];
  const lines = option === undefined ? [] : chosenLines(option, optional_lines);
  const sums = totalsOf(lines);
  const deposit = depositOf(estimate.deposit, sums.total);
  const name = visibleText(cut(option?.name ?? '', MAX_NAME));
  const around = { ...parts, caption: name, more: parts.texts.more };
  return html`<section><h2>${name}</h2>
${pricedTable(lines, totalRows({ ...sums, deposit }, parts.written), around)}</section>`;
}

function totalRows(
  { subtotal, tax, total, deposit }: Record<'subtotal' | 'tax' | 'total' | 'deposit', number>,
  { words }: Written,
): [string, number][] {
  return [
    [words.subtotal, subtotal],
    [words.tax, tax],
    [words.total, total],
    ...(deposit === 0 ? [] : [[words.deposit, deposit] satisfies [string, number]]),
  ];
}

const MAX_NAME = 300;

/** Longer texts are in the PDF as a whole. */
const MAX_BYTES = 6_000;

export function longText(text: string, more: string): Markup {
  const shown = cut(text, MAX_BYTES);
  return html`<p class="text" dir="auto">${visibleText(shown)}</p>${shown === text ? null : html`<p>${more}</p>`}`;
}
