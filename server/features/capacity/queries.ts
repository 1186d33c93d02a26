import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { WEEKDAYS } from '../../domain/working-hours.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { CapacityRule as Rule } from './capacity.ts';
import type { CapacityRule } from './schemas.ts';

export interface RuleRow extends Rule {
  active: boolean;
  created_at: Date;
  updated_at: Date;
}

const rules = table<RuleRow>('capacity_rules', {
  capacity_rule_id: 'key',
  service: 'fixed',
  area_id: 'fixed',
  weekday: 'fixed',
  only_on: 'fixed',
  max_visits: 'value',
  active: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export const { find: findRule, lock: lockRule } = rules.byKey('capacity rule');
export const listRuleRows = rules.newestFirst();

export function toCapacityRule({ created_at, updated_at, only_on, ...row }: RuleRow): CapacityRule {
  return {
    ...row,
    capacity_rule_id: toPublicId('capacity_rule', row.capacity_rule_id),
    area_id: toPublicIdOrNull('area', row.area_id),
    date: only_on,
    weekday: WEEKDAYS[(row.weekday ?? 0) - 1] ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export const ruleResource = { insert: rules.insert, save: rules.update, show: toCapacityRule };

const lockCapacity = statement(
  'lock_capacity',
  `select pg_advisory_xact_lock(hashtextextended('capacity', hashtextextended($1::uuid::text, 0)))
   from organizations where organization_id = $1`,
);
const shareCapacity = statement(
  'share_capacity',
  `select pg_advisory_xact_lock_shared(hashtextextended('capacity', hashtextextended($1::uuid::text, 0)))
   from organizations where organization_id = $1`,
);
const countVisits = statement(
  'count_visits_of_capacity_rule',
  'select count_visits_of_rule($1, $2, $3, $4, $5)',
);

/** Until the transaction ends, no visit is booked, moved or canceled: a new rule counts all of them, each once. */
export function lockCapacityRules(tx: Tx): void {
  tx.query(lockCapacity, [tx.organizationId]);
}

/** Until the transaction ends, no rule begins to count. */
export function keepCapacityRules(tx: Tx): void {
  tx.query(shareCapacity, [tx.organizationId]);
}

export function countVisitsOf(tx: Tx, ruleId: string, timeZone: string): void {
  const today = String(
    Temporal.Instant.fromEpochMilliseconds(tx.now.getTime())
      .toZonedDateTimeISO(timeZone)
      .toPlainDate(),
  );
  tx.query(countVisits, [tx.organizationId, ruleId, timeZone, today, tx.now]);
}
