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
import { countFunnel, type FunnelRow } from './funnel-queries.ts';
import { findTimeZone, readNames } from './queries.ts';
import { Funnel, FunnelQuery, type Stages } from './schemas.ts';

export const getFunnel = read({
  id: 'getFunnel',
  path: '/v1/reports/funnel',
  tag: 'Reports',
  resource: 'report',
  scopes: ['reports:read'],
  summary: 'Get the funnel report',
  description:
    'Counts the leads captured in each period, by source or by the user they are assigned to now, and how many of them were qualified, booked, converted, sold and paid so far, no matter how much later. Days are in the organization’s time zone. Every capture counts once under its own source, also after it was merged or deleted.',
  query: FunnelQuery,
  responses: returns(Funnel, 'The funnel report.'),
  check: checkDates,
  async run(tx, { query }) {
    const range = readDateRange(query, await findTimeZone(tx), tx.now);
    const [length, by] = [query.period ?? 'month', query.by ?? 'source'];
    const periods = splitIntoPeriods(range, length);
    const [rows, names] = await Promise.all([
      countFunnel(tx, by, range, periods, query.source?.split(',') ?? null),
      by === 'assignee' ? readNames(tx) : null,
    ]);
    const inPeriod = (row: FunnelRow) => withPeriod(periods[row.period - 1], row);
    return {
      ...toRangeFields(range),
      period: length,
      data:
        names === null
          ? rows.flatMap(inPeriod).map(ofSource)
          : ofUsers(rows.flatMap(inPeriod), names),
      totals: totalsOf(rows),
    };
  },
});

function withPeriod(period: Period | undefined, { period: _position, ...row }: FunnelRow) {
  return period ? [{ ...toPeriodFields(period), ...row }] : [];
}

type RowOfPeriod = ReturnType<typeof withPeriod>[number];

function ofSource({ key, ...row }: RowOfPeriod) {
  return { ...row, source: key ?? '' };
}

function ofUsers(rows: readonly RowOfPeriod[], names: ReadonlyMap<string, string>) {
  return rows
    .map(({ key, ...row }) => ({ ...row, ...userFields(key, names) }))
    .toSorted((a, b) => {
      if (a.starts_on !== b.starts_on) return a.starts_on < b.starts_on ? -1 : 1;
      return compareUsers(a, b);
    });
}

const STAGES = ['captured', 'qualified', 'booked', 'converted', 'sold', 'paid'] as const;

function totalsOf(rows: readonly FunnelRow[]): Stages {
  const totals = { captured: 0, qualified: 0, booked: 0, converted: 0, sold: 0, paid: 0 };
  for (const row of rows) for (const stage of STAGES) totals[stage] += row[stage];
  return totals;
}
