import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { hidePath } from '../../platform/hide-secrets.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import { insertHealth } from './endpoint-health.ts';
import type { WebhookEndpoint } from './endpoint-schemas.ts';

export interface EndpointRow {
  webhook_endpoint_id: string;
  url: string;
  description: string | null;
  event_types: string[];
  /** Those of the token that set url and event_types, as far as they decide what it sees of the log. */
  scopes: string[];
  enabled: boolean;
  disabled_at: Date | null;
  disabled_reason: WebhookEndpoint['disabled_reason'];
  rate_limit_per_second: number | null;
  ordering: WebhookEndpoint['ordering'];
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  /** Events up to this seq are from before the endpoint. */
  from_seq: number;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const endpoints = table<EndpointRow>('webhook_endpoints', {
  webhook_endpoint_id: 'key',
  url: 'value',
  description: 'value',
  event_types: 'value',
  scopes: 'value',
  enabled: 'value',
  disabled_at: 'value',
  disabled_reason: 'value',
  rate_limit_per_second: 'value',
  ordering: 'value',
  sealed_secret: 'value',
  sealed_previous_secret: 'value',
  previous_secret_until: 'value',
  from_seq: 'fixed',
  deleted_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});
const COLUMNS = endpoints.columns;

export function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    webhook_endpoint_id: toPublicId('webhook_endpoint', row.webhook_endpoint_id),
    url: row.url,
    event_types: row.event_types,
    scopes: row.scopes,
    description: row.description,
    enabled: row.enabled,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    disabled_reason: row.disabled_reason,
    rate_limit_per_second: row.rate_limit_per_second,
    ordering: row.ordering,
    previous_secret_until: row.previous_secret_until?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The endpoint as events show it. */
export function toLoggedEndpoint(row: EndpointRow): WebhookEndpoint {
  return { ...toEndpoint(row), url: hidePath(row.url) };
}

// Runs after the event `webhook_endpoint.created`: until the commit, the counter stays at that event.
const beginAfterEvents = statement(
  'begin_webhook_endpoint_after_events',
  `update webhook_endpoints e set from_seq = c.event_seq from organization_counters c
   where e.organization_id = $1 and e.webhook_endpoint_id = $2 and c.organization_id = $1`,
);

/** The endpoint starts after the events of this transaction, whatever its from_seq is. */
export function insertEndpoint(tx: Tx, row: EndpointRow): void {
  endpoints.insert(tx, row);
  insertHealth(tx, row.webhook_endpoint_id);
  tx.afterEvents(beginAfterEvents, [tx.organizationId, row.webhook_endpoint_id]);
}

export function saveEndpoint(tx: Tx, row: EndpointRow): void {
  endpoints.update(tx, row);
}

export const { find: findEndpoint, lock: lockEndpoint } = endpoints.byKey('webhook endpoint');

export async function lockUndeletedEndpoint(tx: Tx, endpointId: string): Promise<EndpointRow> {
  const row = await lockEndpoint(tx, endpointId);
  if (row.deleted_at === null) return row;
  throw conflict(
    'webhook_endpoint_deleted',
    'This endpoint was deleted. Create a new one with POST /v1/webhook-endpoints, and use a replay to get its events again.',
  );
}

const selectUndeleted = statement(
  'list_webhook_endpoints',
  `select ${COLUMNS} from webhook_endpoints
   where organization_id = $1 and deleted_at is null and webhook_endpoint_id < $2
   order by webhook_endpoint_id desc limit $3`,
);
const selectUndeletedByEnabled = statement(
  'list_webhook_endpoints_by_enabled',
  `select ${COLUMNS} from webhook_endpoints
   where organization_id = $1 and deleted_at is null and webhook_endpoint_id < $2 and enabled = $4
   order by webhook_endpoint_id desc limit $3`,
);

export function listEndpointRows(
  tx: Tx,
  options: { enabled: boolean | null; before: string | null; limit: number },
): Promise<EndpointRow[]> {
  const { enabled, before, limit } = options;
  const values = [tx.organizationId, before ?? LAST_UUID, limit];
  return enabled === null
    ? tx.query(selectUndeleted, values)
    : tx.query(selectUndeletedByEnabled, [...values, enabled]);
}
