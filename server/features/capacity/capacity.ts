import type { Interval } from '../../domain/working-hours.ts';

/** Pure rules: for which visits a rule counts, and on which days no more are taken. */

/** At most so many visits per day. Null stands for all services, areas or days. */
export interface CapacityRule {
  capacity_rule_id: string;
  service: string | null;
  area_id: string | null;
  /** From 1, Monday, to 7. */
  weekday: number | null;
  only_on: string | null;
  max_visits: number;
}

/** What a rule looks at. */
export interface VisitKind {
  service: string | null;
  areaId: string | null;
}

export function isRuleFor(rule: CapacityRule, kind: VisitKind, date: Temporal.PlainDate): boolean {
  return isRuleOf(rule, kind) && isRuleOn(rule, date);
}

export function isRuleOf({ service, area_id }: CapacityRule, kind: VisitKind): boolean {
  return (service ?? kind.service) === kind.service && (area_id ?? kind.areaId) === kind.areaId;
}

function isRuleOn({ weekday, only_on }: CapacityRule, on: Temporal.PlainDate): boolean {
  return (weekday ?? on.dayOfWeek) === on.dayOfWeek && (only_on === null || on.equals(only_on));
}

/** A rule with its visits by date; days without visits are left out. */
export interface RuleWithCounts extends CapacityRule {
  counts: Readonly<Record<string, number>>;
}

/** The days between two dates, inclusive, on which a rule allows no more visits of this kind. */
export function fullDates(
  rules: readonly RuleWithCounts[],
  kind: VisitKind,
  [from, to]: readonly [Temporal.PlainDate, Temporal.PlainDate],
): Temporal.PlainDate[] {
  const counting = rules.filter((rule) => isRuleOf(rule, kind));
  if (counting.length === 0) return [];
  const full: Temporal.PlainDate[] = [];
  for (let day = from; Temporal.PlainDate.compare(day, to) <= 0; day = day.add({ days: 1 })) {
    const isFull = ({ counts, max_visits }: RuleWithCounts) =>
      (counts[String(day)] ?? 0) >= max_visits;
    if (counting.some((rule) => isRuleOn(rule, day) && isFull(rule))) full.push(day);
  }
  return full;
}

/** The time of dates in a time zone. */
export function daysAsIntervals(
  dates: readonly Temporal.PlainDate[],
  timeZone: string,
): Interval[] {
  return dates.map((date) => ({
    start: date.toZonedDateTime(timeZone).epochMilliseconds,
    end: date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  }));
}

export function dateAt(time: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate();
}
