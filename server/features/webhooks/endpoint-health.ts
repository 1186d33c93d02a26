import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { MAX_COUNTED, type WebhookEndpointWithHealth } from './endpoint-schemas.ts';

/** The health of an endpoint: in its own row, because every outcome updates it. */

const insertRow = statement(
  'insert_webhook_endpoint_health',
  'select insert_webhook_endpoint_health($1, $2)',
);

export function insertHealth(tx: Tx, endpointId: string): void {
  tx.query(insertRow, [tx.organizationId, endpointId]);
}

interface HealthRow {
  last_success_at: Date | null;
  last_failure_at: Date | null;
  failing_since: Date | null;
  pending: number;
}

const selectHealth = statement(
  'select_webhook_endpoint_health',
  `select h.last_success_at, h.last_failure_at, h.failing_since, waiting.count as pending
   from webhook_endpoint_health h
   cross join lateral (
     select count(*) from (
       select from webhook_deliveries d
       where d.organization_id = $1 and d.webhook_endpoint_id = $2 and d.status = 'pending'
         and d.event_logged_at >= (select webhooks_pending_from($1))
       limit ${MAX_COUNTED}
     ) as found
   ) as waiting
   where h.organization_id = $1 and h.webhook_endpoint_id = $2`,
);

export async function findHealth(
  tx: Tx,
  endpointId: string,
): Promise<WebhookEndpointWithHealth['health']> {
  const [row] = await tx.query<HealthRow>(selectHealth, [tx.organizationId, endpointId]);
  return {
    last_success_at: row?.last_success_at?.toISOString() ?? null,
    last_failure_at: row?.last_failure_at?.toISOString() ?? null,
    failing_since: row?.failing_since?.toISOString() ?? null,
    pending: row?.pending ?? 0,
  };
}

const clearFailing = statement(
  'clear_webhook_endpoint_failing',
  `update webhook_endpoint_health set failing_since = null
   where organization_id = $1 and webhook_endpoint_id = $2 and failing_since is not null`,
);

/** Earlier failures no longer count: the 120 hours start again. */
export function resetFailures(tx: Tx, endpointId: string): void {
  tx.query(clearFailing, [tx.organizationId, endpointId]);
}
