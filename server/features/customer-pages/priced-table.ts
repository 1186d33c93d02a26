import { visibleText } from '../../platform/visible-text.ts';
import type { Written } from '../documents/index.ts';
import { html, type Markup } from '../forms/index.ts';

/** Lines with amounts, and their totals. */

export interface ShownLine {
  description: string;
  quantity: number;
  unit?: string | null;
  amount: number;
  /** Before the description, such as a box to check. */
  control?: ((label: Markup) => Markup) | undefined;
}

/** Of all tables of a page together: the page stays below 50 kB. What is left out is in the PDF. */
export class Space {
  #left = 26_000;

  /** How many of these rows fit. */
  fit(rows: readonly Markup[]): readonly Markup[] {
    const until = rows.findIndex((row) => {
      this.#left -= Buffer.byteLength(row.toString());
      return this.#left < 0;
    });
    return until === -1 ? rows : rows.slice(0, until);
  }
}

export function pricedTable(
  lines: readonly ShownLine[],
  totals: readonly (readonly [label: string, minorUnits: number])[],
  { written, space, caption, more }: Around,
): Markup {
  const { words, amount, number } = written;
  const rows = lines.map(({ description, quantity, unit, amount: sum, control }) => {
    const label = html`<bdi>${visibleText(description)}</bdi>`;
    const count = [number(quantity), unit ?? ''].join(' ').trim();
    return html`<tr><td>${control?.(label) ?? label}</td><td>${count}</td><td>${amount(sum)}</td></tr>\n`;
  });
  const fitting = space.fit(rows);
  const sums = totals.map(
    ([label, minorUnits]) =>
      html`<tr><th scope="row" colspan="2">${label}</th><td>${amount(minorUnits)}</td></tr>\n`,
  );
  return html`<table><caption class="offscreen">${caption}</caption>
<thead><tr><th scope="col">${words.description}</th><th scope="col">${words.quantity}</th><th scope="col">${words.amount}</th></tr></thead>
<tbody>
${fitting}</tbody>
<tfoot>
${sums}</tfoot></table>
${fitting.length < rows.length ? html`<p class="text">${more}</p>` : null}`;
}

interface Around {
  written: Written;
  space: Space;
  caption: string;
  /** Said if lines were left out. */
  more: string;
}
