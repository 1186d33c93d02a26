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
    'Returns how soon leads captured in a date range were first contacted by a person, and how soon they got the first automatic message (`response`), in total and by source. Days are in the organization’s time zone. Deleted and merged leads are not counted.',
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

function toSpeed(row: SpeedRow): Speed {
  const { captured } = row;
  return {
    captured,
    contacted: row.contacted,
    median_seconds: row.median_seconds,
    p90_seconds: row.p90_seconds,
    within_5_minutes: row.within_5_minutes,
    share_within_5_minutes: shareOf(row.within_5_minutes, captured),
    response: {
      responded: row.responded,
      median_seconds: row.response_median_seconds,
      p90_seconds: row.response_p90_seconds,
      within_5_minutes: row.responses_within_5_minutes,
      share_within_5_minutes: shareOf(row.responses_within_5_minutes, captured),
    },
  };
}

function shareOf(count: number, captured: number): number | null {
  return captured === 0 ? null : Math.round((count / captured) * 10_000) / 10_000;
}
