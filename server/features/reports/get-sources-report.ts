import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { sumSpend } from '../spend/index.ts';
import { checkDates, readDateRange, toRangeFields } from './date-range.ts';
import { findTimeZone } from './queries.ts';
import { countSources, sumRevenueOfSources } from './sources-queries.ts';
import { toFigures, toSourceRows } from './sources-report.ts';
import { SourcesReport, SourcesReportQuery } from './sources-schemas.ts';

export const getSourcesReport = read({
  id: 'getSourcesReport',
  path: '/v1/reports/sources',
  tag: 'Reports',
  resource: 'report',
  scopes: ['reports:read'],
  summary: 'Get the sources report',
  description:
    'What each source brought and cost: the leads captured in the range and how far they came until now, what they paid without refunds, and what was spent in the range. Each currency has its own sums. Days are in the organization’s time zone.',
  query: SourcesReportQuery,
  responses: returns(SourcesReport, 'The sources report.'),
  check: checkDates,
  async run(tx, { query }) {
    const range = readDateRange(query, await findTimeZone(tx), tx.now);
    const [counts, revenue, spend] = await Promise.all([
      countSources(tx, range),
      sumRevenueOfSources(tx, range),
      sumSpend(tx, range.from.toString(), range.to.toString()),
    ]);
    const figures = { counts, revenue, spend };
    return { ...toRangeFields(range), data: toSourceRows(figures), totals: toFigures(figures) };
  },
});
