import type { SpendSum } from '../spend/index.ts';
import type { SourceCountRow, SourceRevenueRow } from './sources-queries.ts';

/** Pure rules: the figures of each source, and what one lead, booking and sale cost. */

export interface Counts {
  leads: number;
  qualified: number;
  booked: number;
  sold: number;
}

const NONE: Counts = { leads: 0, qualified: 0, booked: 0, sold: 0 };

function add(a: Counts, b: Counts): Counts {
  return {
    leads: a.leads + b.leads,
    qualified: a.qualified + b.qualified,
    booked: a.booked + b.booked,
    sold: a.sold + b.sold,
  };
}

export interface Money {
  currency: string;
  revenue: number;
  revenue_new: number;
  revenue_returning: number;
  spend: number;
  cost_per_lead: number | null;
  cost_per_booking: number | null;
  cost_per_sale: number | null;
  return: number | null;
}

export interface SourceFigures extends Counts {
  new: Counts;
  returning: Counts;
  money: Money[];
}

interface Figures {
  counts: readonly SourceCountRow[];
  revenue: readonly SourceRevenueRow[];
  spend: readonly SpendSum[];
}

/** One row per source with leads or spend in the range, in the order of their names. */
export function toSourceRows(given: Figures): (SourceFigures & { source: string })[] {
  const names = [given.counts, given.revenue, given.spend].flatMap((rows) =>
    rows.map(({ source }) => source),
  );
  return [...new Set(names)].sort().map((source) => {
    const own = <Row extends { source: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.source === source);
    const figures = {
      counts: own(given.counts),
      revenue: own(given.revenue),
      spend: own(given.spend),
    };
    return { source, ...toFigures(figures) };
  });
}

/** Of all sources together, or of one. */
export function toFigures({ counts, revenue, spend }: Figures): SourceFigures {
  const of = (relation: SourceCountRow['relation']) =>
    counts.filter((row) => row.relation === relation).reduce<Counts>(add, NONE);
  const all = counts.reduce<Counts>(add, NONE);
  const currencies = [...revenue, ...spend].map(({ currency }) => currency);
  const money = [...new Set(currencies)].sort().map((currency) => {
    const earned = (relation: string) =>
      sum(
        revenue
          .filter((row) => row.currency === currency && row.relation === relation)
          .map((row) => row.revenue),
      );
    const spent = sum(spend.filter((row) => row.currency === currency).map((row) => row.amount));
    return toMoney(currency, earned('new'), earned('returning'), spent, all);
  });
  return { ...all, new: of('new'), returning: of('returning'), money };
}

/** A currency in which nothing was spent has no costs: they are in another one. */
function toMoney(
  currency: string,
  fromNew: number,
  fromReturning: number,
  spend: number,
  { leads, booked, sold }: Counts,
): Money {
  const revenue = fromNew + fromReturning;
  const per = (count: number) => (spend === 0 || count === 0 ? null : Math.round(spend / count));
  return {
    currency,
    revenue,
    revenue_new: fromNew,
    revenue_returning: fromReturning,
    spend,
    cost_per_lead: per(leads),
    cost_per_booking: per(booked),
    cost_per_sale: per(sold),
    return: spend === 0 ? null : Math.round((revenue / spend) * 100) / 100,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
