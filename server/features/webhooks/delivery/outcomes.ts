import type { Database } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Actor } from '../../../platform/events/event.ts';
import type { Outcome } from './attempt.ts';
import type { DueDelivery } from './queries.ts';
import { nextAttemptAt } from './retry-plan.ts';

export const DELIVERING: Actor = { type: 'system', id: null, name: 'webhooks' };

export interface Attempted {
  delivery: DueDelivery;
  at: Date;
  outcome: Outcome;
}

/** An endpoint that has been failing since a time. */
export interface Failing {
  webhook_endpoint_id: string;
  failing_since: Date;
}

/**
 * Records the outcomes of one organization's attempts in one round trip, and returns the failing endpoints. It
 * does not wait for the disk: events whose outcomes are lost in a machine crash are sent again with the same id.
 */
export async function recordOutcomes(
  database: Database,
  organizationId: string,
  attempted: readonly Attempted[],
): Promise<Failing[]> {
  return database.transaction({ organizationId, actor: DELIVERING }, async (tx) => {
    tx.query(withoutWaitingForTheDisk, []);
    const settled = attempted.map((one) => ({ delivery: one.delivery, ...settle(one) }));
    tx.query(updateDeliveries, [
      organizationId,
      attempted.map(({ delivery }) => delivery.webhook_endpoint_id),
      attempted.map(({ delivery }) => delivery.delivery_id),
      attempted.map(({ delivery }) => delivery.attempts),
      settled.map(({ status }) => status),
      attempted.map(toAttempt),
      settled.map(({ nextAttemptAt: next }) => next),
      settled.map(({ settledAt }) => settledAt),
      attempted.map(({ delivery }) => delivery.event_logged_at),
    ]);
    for (const { delivery, nextAttemptAt: next } of settled) {
      if (delivery.ordered && next !== null) postponeLifecycle(tx, delivery, next);
    }
    const [failing] = await Promise.all([recordHealth(tx, attempted), tx.commit()]);
    return failing;
  });
}

interface Settled {
  status: 'delivered' | 'failed' | 'pending';
  nextAttemptAt: Date | null;
  settledAt: Date | null;
}

function settle({ delivery, at, outcome }: Attempted): Settled {
  const endedAt = new Date(at.getTime() + outcome.durationMs);
  if (outcome.error === null) {
    return { status: 'delivered', nextAttemptAt: null, settledAt: endedAt };
  }
  const next = nextAttemptAt({
    attempts: delivery.attempts + 1,
    at: endedAt,
    retryAfter: outcome.retryAfter,
    random: Math.random(),
  });
  if (next === null) return { status: 'failed', nextAttemptAt: null, settledAt: endedAt };
  return { status: 'pending', nextAttemptAt: next, settledAt: null };
}

function toAttempt({ at, outcome }: Attempted): string {
  return JSON.stringify({
    at: at.toISOString(),
    duration_ms: outcome.durationMs,
    status_code: outcome.statusCode,
    error: outcome.error,
    response: outcome.response,
  });
}

/** Later deliveries of its lifecycle need not be queried before it is retried. */
function postponeLifecycle(tx: Tx, delivery: DueDelivery, until: Date): void {
  tx.query(postponeLater, [
    tx.organizationId,
    delivery.webhook_endpoint_id,
    delivery.lifecycle_number,
    delivery.seq,
    delivery.replay_id,
    until,
  ]);
}

interface Health {
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  /** The first failure after the last success, or the first of all if there was no success. */
  failingSince: Date | null;
}

async function recordHealth(tx: Tx, attempted: readonly Attempted[]): Promise<Failing[]> {
  const healths = new Map<string, Health>();
  for (const { delivery, at, outcome } of attempted) {
    const health = healths.get(delivery.webhook_endpoint_id) ?? {
      lastSuccessAt: null,
      lastFailureAt: null,
      failingSince: null,
    };
    healths.set(delivery.webhook_endpoint_id, health);
    if (outcome.error === null) {
      health.lastSuccessAt = at;
      health.failingSince = null;
    } else {
      health.lastFailureAt = at;
      health.failingSince ??= at;
    }
  }
  const values = [...healths.values()];
  return tx.query(upsertHealth, [
    tx.organizationId,
    [...healths.keys()],
    values.map((health) => health.lastSuccessAt),
    values.map((health) => health.lastFailureAt),
    values.map((health) => health.failingSince),
  ]);
}

const withoutWaitingForTheDisk = statement(
  'webhook_outcomes_async',
  'set local synchronous_commit = off',
);

const updateDeliveries = statement(
  'record_webhook_outcomes',
  'select record_webhook_outcomes($1, $2, $3, $4, $5, $6, $7, $8, $9)',
);

const postponeLater = statement(
  'postpone_later_webhook_deliveries',
  `update webhook_deliveries set next_attempt_at = $6
   where organization_id = $1 and webhook_endpoint_id = $2 and lifecycle_number = $3 and status = 'pending'
     and ordered and event_logged_at >= (select webhooks_pending_from($1)) and event_seq > $4 and replay_id is not distinct from $5 and next_attempt_at < $6`,
);

const upsertHealth = statement(
  'record_webhook_health',
  'select * from record_webhook_health($1, $2, $3, $4, $5)',
);
