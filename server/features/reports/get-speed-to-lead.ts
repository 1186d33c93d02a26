import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { compareUsers, publicUserFields, userFields } from './by-user.ts';
import {
  checkDates,
  type Period,
  readDateRange,
  splitIntoPeriods,
  toPeriodFields,
  toRangeFields,
} from './date-range.ts';
import { findTimeZone, readNames } from './queries.ts';
import { type Speed, SpeedToLead, SpeedToLeadQuery } from './schemas.ts';
import {
  measureSpeedByPeriod,
  measureSpeedByUser,
  measureSpeedToLead,
  type SpeedRow,
} from './speed-queries.ts';

export const getSpeedToLead = read({
  id: 'getSpeedToLead',
  path: '/v1/reports/speed-to-lead',
  tag: 'Reports',
  resource: 'report',
  scopes: ['reports:read'],
  summary: 'Get the speed-to-lead report',
  description:
    'Returns how soon leads captured in a date range were first contacted by a person, and how soon they got the first automatic message (`response`), in total and by source; on request also by user and per period. Days are in the organization’s time zone. Deleted and merged leads are not counted.',
  query: SpeedToLeadQuery,
  responses: returns(SpeedToLead, 'The speed-to-lead report.'),
  check: checkDates,
  async run(tx, { query }) {
    const range = readDateRange(query, await findTimeZone(tx), tx.now);
    const sources = query.source?.split(',') ?? null;
    const periods = query.period && splitIntoPeriods(range, query.period);
    const [all, users, names, inPeriods] = await Promise.all([
      measureSpeedToLead(tx, range, sources),
      query.by && measureSpeedByUser(tx, query.by, range, sources),
      query.by && readNames(tx),
      periods && measureSpeedByPeriod(tx, range, periods, sources),
    ]);
    const shown = query.by === 'first_contact' ? publicUserFields : userFields;
    return {
      ...toRangeFields(range),
      ...toSpeed(all.overall),
      by_source: all.bySource.map((row) => ({ source: row.key ?? '', ...toSpeed(row) })),
      ...(users &&
        names && {
          by_user: users
            .map((row) => ({ ...shown(row.key, names), ...toSpeed(row) }))
            .toSorted(compareUsers),
        }),
      ...(inPeriods && { by_period: inPeriods.flatMap((row) => ofPeriod(row, periods)) }),
    };
  },
});

function ofPeriod(row: SpeedRow, periods: readonly Period[] = []) {
  const period = periods[Number(row.key) - 1];
  return period ? [{ ...toPeriodFields(period), ...toSpeed(row) }] : [];
}

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
