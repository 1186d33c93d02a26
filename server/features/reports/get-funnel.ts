import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  checkDates,
  type Period,
  readDateRange,
  splitIntoPeriods,
  toRangeFields,
} from './date-range.ts';
import { countFunnel, type FunnelRow, findTimeZone } from './queries.ts';
import { Funnel, FunnelQuery, type Stages } from './schemas.ts';

export const getFunnel = read({
  id: 'getFunnel',
  path: '/v1/reports/funnel',
  tag: 'Reports',
  resource: 'report',
  scopes: ['reports:read'],
  summary: 'Get the funnel report',
  description:
    'Counts the leads captured in each period, by source, and how many of them were qualified, booked, converted, sold and paid so far, no matter how much later. Days are in the organization’s time zone. Every capture counts once under its own source, also after it was merged or deleted.',
  query: FunnelQuery,
  responses: returns(Funnel, 'The funnel report.'),
  check: checkDates,
  async run(tx, { query }) {
    const range = readDateRange(query, await findTimeZone(tx), tx.now);
    const length = query.period ?? 'month';
    const periods = splitIntoPeriods(range, length);
    const rows = await countFunnel(tx, range, periods, query.source?.split(',') ?? null);
    return {
      ...toRangeFields(range),
      period: length,
      data: rows.flatMap((row) => toFunnelRow(row, periods[row.period - 1])),
      totals: totalsOf(rows),
    };
  },
});

function toFunnelRow({ period: _position, ...figures }: FunnelRow, period: Period | undefined) {
  if (!period) return [];
  return [
    {
      starts_on: period.startsOn.toString(),
      ends_on: period.endsOn.toString(),
      ...figures,
    },
  ];
}

const STAGES = ['captured', 'qualified', 'booked', 'converted', 'sold', 'paid'] as const;

function totalsOf(rows: readonly FunnelRow[]): Stages {
  const totals = { captured: 0, qualified: 0, booked: 0, converted: 0, sold: 0, paid: 0 };
  for (const row of rows) for (const stage of STAGES) totals[stage] += row[stage];
  return totals;
}
