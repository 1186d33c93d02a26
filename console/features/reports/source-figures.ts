import type {
  SourceCounts,
  SourceMoney,
  SourcesReport,
  SourcesReportRow,
} from '../../../packages/sdk/src/index.ts';

/** The figures of sources for people: of all leads, or of new and returning customers apart. Pure. */

export const RELATIONS = ['all', 'new', 'returning'] as const;
export type Relation = (typeof RELATIONS)[number];

type Figures = Omit<SourcesReportRow, 'source'>;

export function countsOf(figures: Figures, relation: Relation): SourceCounts {
  return relation === 'all' ? figures : figures[relation];
}

export function revenueOf(money: SourceMoney, relation: Relation): number {
  if (relation === 'all') return money.revenue;
  return relation === 'new' ? money.revenue_new : money.revenue_returning;
}

export function currenciesOf({ totals }: SourcesReport): string[] {
  return totals.money.map(({ currency }) => currency);
}

/** Undefined for a source without money in this currency. */
export function moneyIn({ money }: Figures, currency: string): SourceMoney | undefined {
  return money.find((one) => one.currency === currency);
}
