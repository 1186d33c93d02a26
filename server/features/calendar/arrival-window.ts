import { type ArrivalWindowRule, windowOf } from '../../domain/arrival-window.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { AppointmentRow } from './appointment-row.ts';

/**
 * Arrival windows by the organization's rule. They are aligned in its time zone and not in that of a user: where anyone can be chosen,
 * the window is promised before that is known.
 */

type Arrival = Pick<AppointmentRow, 'arrival_starts_at' | 'arrival_ends_at'>;

type RuleInZone = ArrivalWindowRule & { time_zone: string };

const selectRule = statement(
  'select_arrival_window_rule',
  `select arrival_window_minutes as minutes, arrival_window_aligned as aligned, time_zone from organizations
   where organization_id = $1 and arrival_window_minutes is not null`,
);

/** Null if the organization promises no windows. */
export async function findArrivalWindowRule(tx: Tx): Promise<RuleInZone | null> {
  return (await tx.query<RuleInZone>(selectRule, [tx.organizationId]))[0] ?? null;
}

export const NO_WINDOW: Arrival = { arrival_starts_at: null, arrival_ends_at: null };

export function windowFor(startsAt: Date, rule: ArrivalWindowRule, timeZone: string): Arrival {
  const { start, end } = windowOf(startsAt.getTime(), rule, timeZone);
  return { arrival_starts_at: new Date(start), arrival_ends_at: new Date(end) };
}

export function isWindow(row: Arrival, window: Arrival): boolean {
  return (
    row.arrival_starts_at?.getTime() === window.arrival_starts_at?.getTime() &&
    row.arrival_ends_at?.getTime() === window.arrival_ends_at?.getTime()
  );
}
