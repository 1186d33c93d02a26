import { visibleText } from '../../platform/visible-text.ts';
import type { Written } from '../documents/index.ts';
import { cut, html, type Markup } from '../forms/index.ts';

/** Lines with amounts, and their totals. */

export interface ShownLine {
  description: string;
  quantity: number;
  unit?: string | null;
  unit_amount: number;
  tax_rate: number;
  amount: number;
  /** Before the description, such as a box to check. */
  control?: ((label: Markup) => Markup) | undefined;
}

/** Of all lines of a page together: the page stays below 50 kB. What is left out is in the PDF. */
const MAX_BYTES = 26_000;
/** Of one description, if the lines do not fit as they are. */
const SHORT_BYTES = 120;

/** The rows of a page, each table with the same part of it. */
export class Space {
  readonly #each: number;

  constructor(tables = 1) {
    this.#each = MAX_BYTES / tables;
  }

  /** The rows that fit. Those that can be chosen come first: what is not shown cannot be chosen. */
  fit<Line extends ShownLine>(
    lines: readonly Line[],
    rowOf: (line: Line, description: string) => Markup,
  ): { rows: Markup[]; isAll: boolean } {
    const whole = lines.map((line) => rowOf(line, line.description));
    if (bytesOf(whole) <= this.#each) return { rows: whole, isAll: true };
    const short = lines.map((line) => rowOf(line, cut(line.description, SHORT_BYTES)));
    const order = lines.keys().toArray();
    const chosen = order.filter((at) => lines[at]?.control !== undefined);
    let left = this.#each;
    const fitting = new Set(
      [...chosen, ...order.filter((at) => !chosen.includes(at))].filter((at) => {
        left -= bytesOf(short.slice(at, at + 1));
        return left >= 0;
      }),
    );
    return { rows: short.filter((_, at) => fitting.has(at)), isAll: false };
  }
}

function bytesOf(rows: readonly Markup[]): number {
  return rows.reduce((sum, row) => sum + Buffer.byteLength(row.toString()), 0);
}

export function pricedTable(
  lines: readonly ShownLine[],
  totals: readonly (readonly [label: string, minorUnits: number])[],
  { written, space, caption, more }: Around,
): Markup {
  const { words, amount, number, percent } = written;
  const rowOf = (line: ShownLine, description: string) => {
    const { quantity, unit, unit_amount, tax_rate, amount: sum, control } = line;
    const label = html`<bdi>${visibleText(description)}</bdi>`;
    const count = [number(quantity), unit ?? ''].join(' ').trim();
    const price = quantity === 1 ? count : `${count} × ${amount(unit_amount)}`;
    const tax =
      tax_rate === 0 ? null : html`<div class="soft">${words.tax} ${percent(tax_rate)}</div>`;
    return html`<tr><td>${control?.(label) ?? label}${tax}</td><td>${price}</td><td>${amount(sum)}</td></tr>\n`;
  };
  const { rows, isAll } = space.fit(lines, rowOf);
  const sums = totals.map(
    ([label, minorUnits]) =>
      html`<tr><th scope="row" colspan="2">${label}</th><td>${amount(minorUnits)}</td></tr>\n`,
  );
  return html`<table><caption class="offscreen">${caption}</caption>
<thead><tr><th scope="col">${words.description}</th><th scope="col">${words.quantity}</th><th scope="col">${words.amount}</th></tr></thead>
<tbody>
${rows}</tbody>
<tfoot>
${sums}</tfoot></table>
${isAll ? null : html`<p class="text">${more}</p>`}`;
}

interface Around {
  written: Written;
  space: Space;
  caption: string;
  /** Said if lines were left out. */
  more: string;
}
