import type { Interval } from '../../domain/working-hours.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import {
  type CapacityRule,
  dateAt,
  daysAsIntervals,
  fullDates,
  isRuleFor,
  type RuleWithCounts,
  type VisitKind,
} from './capacity.ts';
import { keepCapacityRules } from './queries.ts';

const selectRules = statement(
  'select_active_capacity_rules',
  `select capacity_rule_id, service, area_id, weekday, only_on, max_visits from capacity_rules
   where organization_id = $1 and active`,
);

/** The rules that count now, and stay until the transaction ends. */
export function keepActiveRules(tx: Tx): Promise<CapacityRule[]> {
  keepCapacityRules(tx);
  return tx.query<CapacityRule>(selectRules, [tx.organizationId]);
}

/** What a visit counts for: rules on one day. */
export interface Counted {
  counted_on: string | null;
  counted_rule_ids: string[];
}

export const NOT_COUNTED: Counted = { counted_on: null, counted_rule_ids: [] };

export function countedFor(
  rules: readonly CapacityRule[],
  kind: VisitKind,
  start: number,
  timeZone: string,
): Counted {
  if (rules.length === 0) return NOT_COUNTED;
  const date = dateAt(start, timeZone);
  const counting = rules.filter((rule) => isRuleFor(rule, kind, date));
  if (counting.length === 0) return NOT_COUNTED;
  return {
    counted_on: String(date),
    counted_rule_ids: counting.map(({ capacity_rule_id }) => capacity_rule_id).sort(),
  };
}

const changeCounts = statement('count_capacity', 'select count_capacity($1, $2, $3, $4)');

/** Visits that no longer count as they did, and as what visits count now. */
export interface CapacityChange {
  given: readonly Counted[];
  taken: readonly Counted[];
}

/** The check `capacity_not_exceeded` refuses more visits than a rule allows. */
export function changeCapacity(tx: Tx, change: CapacityChange): void {
  const values = valuesOf(tx, change);
  if (values !== null) tx.query(changeCounts, values);
}

const tryCounts = statement(
  'try_count_capacity',
  'select try_count_capacity($1, $2, $3, $4) as has_room',
);

/** The same, but false and without a change if there is no room. */
export async function tryToChangeCapacity(tx: Tx, change: CapacityChange): Promise<boolean> {
  const values = valuesOf(tx, change);
  if (values === null) return true;
  const [row] = await tx.query<{ has_room: boolean }>(tryCounts, values);
  return row?.has_room ?? false;
}

/** Null if nothing is counted. */
function valuesOf(tx: Tx, { given, taken }: CapacityChange): unknown[] | null {
  const changes = [
    ...given.flatMap((one) => each(one, -1)),
    ...taken.flatMap((one) => each(one, 1)),
  ];
  if (changes.length === 0) return null;
  return [
    tx.organizationId,
    changes.map(({ ruleId }) => ruleId),
    changes.map(({ date }) => date),
    changes.map(({ change }) => change),
  ];
}

function each({ counted_on: date, counted_rule_ids }: Counted, change: 1 | -1) {
  return counted_rule_ids.map((ruleId) => ({ ruleId, date, change }));
}

/** Holds that have expired are no longer counted, even if their rows still say `held`. */
const selectCounts = statement(
  'select_capacity_counts',
  `select r.capacity_rule_id, r.service, r.area_id, r.weekday, r.only_on, r.max_visits, coalesce((
     select json_object_agg(n.counted_on, n.visits - (
       select count(*) from appointments a
       where a.organization_id = $1 and a.status = 'held' and a.counted_on = n.counted_on
         and n.capacity_rule_id = any (a.counted_rule_ids) and a.hold_expires_at <= $4))
     from capacity_counts n
     where n.organization_id = $1 and n.capacity_rule_id = r.capacity_rule_id and n.counted_on between $2 and $3
   ), '{}') as counts
   from capacity_rules r where r.organization_id = $1 and r.active`,
);

/** What is left of the capacity of the days in a span: the places that a visit takes at a time, and how many are left. */
export interface Room {
  placesAt: (kind: VisitKind, time: number) => string[];
  left: (place: string) => number;
}

export async function readRoom(tx: Tx, span: Interval, timeZone: string): Promise<Room> {
  const [from, to] = [dateAt(span.start, timeZone), dateAt(span.end, timeZone)];
  const values = [tx.organizationId, String(from), String(to), tx.now];
  const rules = await tx.query<RuleWithCounts>(selectCounts, values);
  const left = new Map<string, number>();
  return {
    placesAt(kind, time) {
      const date = dateAt(time, timeZone);
      return rules
        .filter((rule) => isRuleFor(rule, kind, date))
        .map(({ capacity_rule_id, counts, max_visits }) => {
          const place = `${capacity_rule_id} ${date}`;
          left.set(place, max_visits - (counts[String(date)] ?? 0));
          return place;
        });
    },
    left: (place) => left.get(place) ?? 0,
  };
}

/** The days in a span on which no more visits of this kind are taken. */
export async function readFullDays(
  tx: Tx,
  kind: VisitKind,
  { start, end }: Interval,
): Promise<(timeZone: string) => Interval[]> {
  const [from, to] = [
    dateAt(start, 'UTC').subtract({ days: 1 }),
    dateAt(end, 'UTC').add({ days: 1 }),
  ];
  const values = [tx.organizationId, String(from), String(to), tx.now];
  const rules = await tx.query<RuleWithCounts>(selectCounts, values);
  const full = fullDates(rules, kind, [from, to]);
  return (timeZone) => daysAsIntervals(full, timeZone);
}
