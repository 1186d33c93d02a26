import { addDays } from '../../time/days.ts';

/** What the address of the reports says. */
export interface ReportSearch {
  days?: number;
  from?: string;
  to?: string;
  by?: 'day' | 'week' | 'month';
  view?: View;
}

export const VIEWS = ['leads', 'revenue', 'sources', 'utilization'] as const;
export type View = (typeof VIEWS)[number];

export const PRESETS = [7, 30, 90, 365] as const;
const DEFAULT_DAYS = 30;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whatever was typed into the address; what is not understood is left out. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const { days, from, to, by } = search;
  const view = VIEWS.find((one) => one === search.view);
  const isRange = isDay(from) && isDay(to);
  return {
    ...(typeof days === 'number' && days >= 1 && days <= 400 && { days: Math.floor(days) }),
    ...(isRange && { from, to }),
    ...((by === 'day' || by === 'week' || by === 'month') && { by }),
    ...(view && view !== 'leads' && { view }),
  };
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && DAY.test(value);
}

export interface Range {
  from: string;
  to: string;
  period: 'day' | 'week' | 'month';
  isCustom: boolean;
  days: number;
}

export function rangeOf(search: ReportSearch, today: string): Range {
  const { days = DEFAULT_DAYS } = search;
  const isCustom = search.from !== undefined && search.to !== undefined;
  const to = search.to ?? today;
  const from = search.from ?? addDays(to, 1 - days);
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return { from, to, isCustom, days, period: search.by ?? usualPeriod(length) };
}

/** About ten columns. */
function usualPeriod(days: number): Range['period'] {
  if (days <= 14) return 'day';
  return days <= 100 ? 'week' : 'month';
}
