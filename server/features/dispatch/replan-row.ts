import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { table } from '../../platform/database/table.ts';
import type { REPLAN_REASONS, Replan, ReplanPlan } from './replan-schemas.ts';

export interface ReplanRow {
  replan_id: string;
  date: string;
  /** Null if the plan is not about a user. */
  user_id: string | null;
  /** The visit that the day makes room for. */
  appointment_id: string | null;
  reason: (typeof REPLAN_REASONS)[number];
  plan: ReplanPlan;
  expires_at: Date;
  applied_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const replans = table<ReplanRow>('replans', {
  replan_id: 'key',
  date: 'fixed',
  user_id: 'fixed',
  appointment_id: 'fixed',
  reason: 'fixed',
  plan: 'fixed_json',
  expires_at: 'fixed',
  applied_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export const { find: findReplan, lock: lockReplan } = replans.byKey('replan');
export const replanResource = { insert: replans.insert, save: replans.update, show: toReplan };

export function isExpired({ applied_at, expires_at }: ReplanRow, now: Date): boolean {
  return applied_at === null && expires_at <= now;
}

export function toReplan(row: ReplanRow, now: Date): Replan {
  return {
    replan_id: toPublicId('replan', row.replan_id),
    date: row.date,
    user_id: toPublicIdOrNull('user', row.user_id),
    appointment_id: toPublicIdOrNull('appointment', row.appointment_id),
    reason: row.reason,
    status: row.applied_at === null ? (isExpired(row, now) ? 'expired' : 'proposed') : 'applied',
    ...row.plan,
    expires_at: row.expires_at.toISOString(),
    applied_at: row.applied_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
