import type { RevenueRow } from '../../../packages/sdk/src/index.ts';

export const FIGURES = ['invoiced', 'paid', 'refunded', 'outstanding'] as const;
export type Figure = (typeof FIGURES)[number];
export type Sums = Record<Figure, number>;

/** The rows of one currency. Amounts of two currencies are never added. */
export function inCurrency(rows: readonly RevenueRow[], currency: string): readonly RevenueRow[] {
  return rows.filter((row) => row.currency === currency);
}

/** One sum per key, those with the most invoiced first; then by what was paid. */
export function sumsBy(
  rows: readonly RevenueRow[],
  keyOf: (row: RevenueRow) => string,
): (Sums & { key: string; first: RevenueRow })[] {
  return [...Map.groupBy(rows, keyOf)]
    .map(([key, own]) => ({ key, first: own[0], ...sumOf(own) }))
    .flatMap(({ first, ...sum }) => (first ? [{ ...sum, first }] : []))
    .sort((a, b) => b.invoiced - a.invoiced || b.paid - a.paid);
}

function sumOf(rows: readonly RevenueRow[]): Sums {
  const sums = { invoiced: 0, paid: 0, refunded: 0, outstanding: 0 };
  for (const row of rows) for (const figure of FIGURES) sums[figure] += row[figure];
  return sums;
}
