import { toPublicId } from '../../domain/ids.ts';
import type { Interval } from '../../domain/working-hours.ts';
import { validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { mapWithPauses } from '../../platform/pauses.ts';
import {
  MAX_PEOPLE,
  type PersonsTime,
  readTimeOfPeople,
  type SpentTime,
  spentInEach,
  sumOfSpent,
  workloadFrom,
} from '../dispatch/index.ts';
import {
  boundsOf,
  checkDates,
  type DateRange,
  type Period,
  type PeriodLength,
  readDateRange,
  splitIntoPeriods,
  startOfDay,
  toPeriodFields,
  toRangeFields,
} from './date-range.ts';
import { findTimeZone } from './queries.ts';
import { Utilization, UtilizationQuery } from './schemas.ts';

export const getUtilization = read({
  id: 'getUtilization',
  path: '/v1/reports/utilization',
  tag: 'Reports',
  resource: 'report',
  scopes: ['reports:read'],
  summary: 'Get the utilization report',
  description:
    'Returns how much of the working time of each active user who takes visits is scheduled, as the dispatch board computes it: working hours without time off, and visits that were not canceled or missed. Days are in the organization’s time zone.',
  query: UtilizationQuery,
  responses: returns(Utilization, 'The utilization report.'),
  check: checkDates,
  async run(tx, { query }) {
    const range = readDateRange(query, await findTimeZone(tx), tx.now);
    const length = query.period ?? 'month';
    assertFewRows(range, length);
    const periods = splitIntoPeriods(range, length);
    const spans = periods.map((period) => spanOf(period, range.timeZone));
    const { start, end } = boundsOf(range);
    const found = await readTimeOfPeople(tx, { start: start.getTime(), end: end.getTime() });
    const people = await mapWithPauses(found.slice(0, MAX_PEOPLE), (person) => ({
      user: toUser(person),
      spent: spentInEach(spans, person),
    }));
    return {
      ...toRangeFields(range),
      period: length,
      data: periods.flatMap((period, index) =>
        people.flatMap(({ user, spent }) => ({
          ...toPeriodFields(period),
          ...user,
          ...toFigures(spent.slice(index, index + 1)),
        })),
      ),
      by_user: people.map(({ user, spent }) => ({ ...user, ...toFigures(spent) })),
      totals: toFigures(people.flatMap(({ spent }) => spent)),
      has_more: found.length > MAX_PEOPLE,
    };
  },
});

/** A row per user and day: a quarter of 200 users is 18,400. */
const MAX_DAYS = 92;

function assertFewRows({ from, to }: DateRange, length: PeriodLength): void {
  if (length !== 'day' || from.until(to).days < MAX_DAYS) return;
  const detail = `A report per day can cover at most ${MAX_DAYS} days. Use fewer days, or period=week.`;
  throw validationFailed([{ pointer: '/period', code: 'out_of_range', detail }]);
}

function spanOf({ startsOn, endsOn }: Period, timeZone: string): Interval {
  return {
    start: startOfDay(startsOn, timeZone).getTime(),
    end: startOfDay(endsOn.add({ days: 1 }), timeZone).getTime(),
  };
}

function toUser({ userId, name }: PersonsTime) {
  return { user_id: toPublicId('user', userId), user_name: name };
}

function toFigures(spent: readonly SpentTime[]) {
  const { shiftMinutes, scheduledMinutes, utilisation } = workloadFrom(sumOfSpent(spent));
  return { shift_minutes: shiftMinutes, scheduled_minutes: scheduledMinutes, utilisation };
}
