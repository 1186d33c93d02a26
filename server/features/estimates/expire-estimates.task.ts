import { everyOrganization } from '../../platform/database/every-organization.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { Task } from '../../platform/tasks/task.ts';
import { changeEstimate, openEstimate } from './change-estimate.ts';
import { OPEN } from './estimate.ts';
import { estimateExpired } from './events.ts';

const ESTIMATES: Actor = { type: 'system', id: null, name: 'estimates' };

/** More of one organization wait for the next time. */
const MAX_AT_ONCE = 1000;

/**
 * Ends estimates whose last day has passed, in the time zone of the organization. Until it runs they already count as expired
 * for everyone, so nothing depends on when it does, except the event.
 */
export const expireEstimates: Task = {
  name: 'expire-estimates',
  description: 'Ends all estimates whose last day has passed.',
  retryLimit: 3,
  schedule: '*/10 * * * *',
  async handle({ database }) {
    for (const organizationId of await everyOrganization(database)) {
      const as = { organizationId, actor: ESTIMATES };
      const due = await database.read(as, (tx) =>
        tx.query<{ estimate_id: string }>(selectDue, [organizationId, tx.now, MAX_AT_ONCE]),
      );
      for (const { estimate_id } of due) {
        await database.transaction(as, (tx) => expire(tx, estimate_id));
      }
    }
  },
};

/** Safe to run twice: the second run finds it expired. */
async function expire(tx: Transaction, estimateId: string): Promise<void> {
  const open = await openEstimate(tx, estimateId);
  if (!OPEN.includes(open.before.status) || open.status !== 'expired') return;
  // On its last day it was still open: the event shows the change.
  const lastDay = { ...open, today: open.before.expires_on };
  changeEstimate(tx, lastDay, { status: 'expired', expired_at: tx.now }, estimateExpired);
}

const selectDue = statement(
  'select_estimates_to_expire',
  `select e.estimate_id from (
     select (($2::timestamptz) at time zone time_zone)::date as day from organizations
     where organization_id = $1 offset 0
   ) as today
   cross join lateral (
     select estimate_id, expires_on from estimates
     where organization_id = $1 and status in ('sent', 'viewed') and expires_on < today.day
     order by expires_on limit $3
   ) as e order by e.expires_on, e.estimate_id`,
);
