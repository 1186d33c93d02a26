import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { checkDates, readDateRange, toRangeFields } from './date-range.ts';
import { findTimeZone, measureSpeedToLead, type SpeedRow } from './queries.ts';
import { type Speed, SpeedToLead, SpeedToLeadQuery } from './schemas.ts';

export const getSpeedToLead = read({
  id: 'getSpeedToLead',
  path: '/v1/reports/speed-to-lead',
  tag: 'Reports',
  resource: 'report',
  scopes: ['reports:read'],
  summary: 'Get the speed-to-lead report',
  description:
    'Returns how soon leads captured in a date range were first contacted (`POST /v1/leads/{id}/contacted`), in total and by source. Days are in the organization’s time zone. Deleted and merged leads are not counted.',
  query: SpeedToLeadQuery,
  responses: returns(SpeedToLead, 'The speed-to-lead report.'),
  check: checkDates,
  async run(tx, { query }) {
    const range = readDateRange(query, await findTimeZone(tx), tx.now);
    const sources = query.source?.split(',') ?? null;
    const { overall, bySource } = await measureSpeedToLead(tx, range, sources);
    return {
      ...toRangeFields(range),
      ...toSpeed(overall),
      by_source: bySource.map((row) => ({ source: row.source ?? '', ...toSpeed(row) })),
    };
  },
});

function toSpeed({ source: _source, ...figures }: SpeedRow): Speed {
  const { captured, within_5_minutes: withinFiveMinutes } = figures;
  const share =
    captured === 0 ? null : Math.round((withinFiveMinutes / captured) * 10_000) / 10_000;
  return { ...figures, share_within_5_minutes: share };
}
