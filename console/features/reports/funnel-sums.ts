import type { FunnelRow, FunnelStages } from '../../../packages/sdk/src/index.ts';

export const STAGES = ['captured', 'qualified', 'booked', 'converted', 'sold', 'paid'] as const;
export type Stage = (typeof STAGES)[number];

const NONE: FunnelStages = {
  captured: 0,
  qualified: 0,
  booked: 0,
  converted: 0,
  sold: 0,
  paid: 0,
};

export type PeriodSum = FunnelStages & { starts_on: string; ends_on: string };
export type SourceSum = FunnelStages & { source: string };
export type UserSum = FunnelStages & { user_id: string | null; user_name: string | null };

/** One sum per period, in order; periods without leads have no row and no column. */
export function byPeriod(rows: readonly FunnelRow[]): PeriodSum[] {
  return sums(rows, ({ starts_on }) => starts_on).map(({ first, sum }) => ({
    ...sum,
    starts_on: first.starts_on,
    ends_on: first.ends_on,
  }));
}

/** One sum per source, those with the most leads first. */
export function bySource(rows: readonly FunnelRow[]): SourceSum[] {
  return sums(rows, ({ source = '' }) => source)
    .map(({ first, sum }) => ({ ...sum, source: first.source ?? '' }))
    .sort((a, b) => b.captured - a.captured);
}

/** One sum per user, those with the most leads first; unassigned leads have no user. */
export function byUser(rows: readonly FunnelRow[]): UserSum[] {
  return sums(rows, ({ user_id }) => user_id ?? '')
    .map(({ first: { user_id = null, user_name = null }, sum }) => ({ ...sum, user_id, user_name }))
    .sort((a, b) => b.captured - a.captured);
}

function sums(rows: readonly FunnelRow[], keyOf: (row: FunnelRow) => string) {
  const groups = new Map<string, { first: FunnelRow; sum: FunnelStages }>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? { first: row, sum: { ...NONE } };
    for (const stage of STAGES) group.sum[stage] += row[stage];
    groups.set(keyOf(row), group);
  }
  return [...groups.values()];
}

/** "42 %" of 21 of 50; nothing of nothing. */
export function shareOf(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((part / whole) * 100)} %`;
}
