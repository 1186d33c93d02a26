import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { compareUsers, userFields } from './by-user.ts';
import {
  checkDates,
  type Period,
  readDateRange,
  splitIntoPeriods,
  toPeriodFields,
  toRangeFields,
} from './date-range.ts';
import { findTimeZone, readNames } from './queries.ts';
import { type RevenueBy, type RevenueRow, sumRevenue } from './revenue-queries.ts';
import { Revenue, RevenueQuery } from './schemas.ts';

export const getRevenue = read({
  id: 'getRevenue',
  path: '/v1/reports/revenue',
  tag: 'Reports',
  resource: 'report',
  scopes: ['reports:read'],
  summary: 'Get the revenue report',
  description:
    'Sums what was invoiced, paid and refunded in each period, and what of it is still unpaid now, in minor units. Each currency has its own rows. `by=source` uses the source of the lead, `by=assignee` the user that the job is assigned to now. Days are in the organization’s time zone.',
  query: RevenueQuery,
  responses: returns(Revenue, 'The revenue report.'),
  check: checkDates,
  async run(tx, { query }) {
    const range = readDateRange(query, await findTimeZone(tx), tx.now);
    const [length, by] = [query.period ?? 'month', query.by ?? null];
    const periods = splitIntoPeriods(range, length);
    const [rows, names] = await Promise.all([
      sumRevenue(tx, by, range, periods),
      by === 'assignee' ? readNames(tx) : new Map<string, string>(),
    ]);
    return {
      ...toRangeFields(range),
      period: length,
      data: rows.flatMap((row) => toRow(row, periods[row.period - 1], by, names)).toSorted(compare),
      totals: totalsOf(rows),
    };
  },
});

function toRow(
  { key, currency, invoiced, outstanding, paid, refunded }: RevenueRow,
  period: Period | undefined,
  by: RevenueBy | null,
  names: ReadonlyMap<string, string>,
) {
  if (!period) return [];
  return [
    {
      ...toPeriodFields(period),
      ...(by === 'source' && { source: key ?? '' }),
      ...(by === 'assignee' && userFields(key, names)),
      ...{ currency, invoiced, outstanding, paid, refunded },
    },
  ];
}

type Row = ReturnType<typeof toRow>[number];

/** By period and currency, then by user; sources are in order already. */
function compare(a: Row, b: Row): number {
  if (a.starts_on !== b.starts_on) return a.starts_on < b.starts_on ? -1 : 1;
  if (a.currency !== b.currency) return a.currency < b.currency ? -1 : 1;
  const [one, other] = [a, b].map(({ user_id = null, user_name = null }) => ({
    user_id,
    user_name,
  }));
  return one && other && 'user_id' in a ? compareUsers(one, other) : 0;
}

const SUMS = ['invoiced', 'outstanding', 'paid', 'refunded'] as const;

/** One sum per currency: amounts of two currencies are never added. */
function totalsOf(rows: readonly RevenueRow[]) {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, own]) => {
      const sums = { currency, invoiced: 0, outstanding: 0, paid: 0, refunded: 0 };
      for (const row of own) for (const name of SUMS) sums[name] += row[name];
      return sums;
    })
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}
