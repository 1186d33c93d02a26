import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import { MAX_COUNTED, type WebhookEndpoint, type WebhookEndpointWithHealth } from './schemas.ts';

export interface EndpointRow {
  webhook_endpoint_id: string;
  url: string;
  description: string | null;
  event_types: string[];
  enabled: boolean;
  disabled_at: Date | null;
  disabled_reason: WebhookEndpoint['disabled_reason'];
  rate_limit_per_second: number | null;
  ordering: WebhookEndpoint['ordering'];
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMN_LIST = [
  'webhook_endpoint_id',
  'url',
  'description',
  'event_types',
  'enabled',
  'disabled_at',
  'disabled_reason',
  'rate_limit_per_second',
  'ordering',
  'sealed_secret',
  'sealed_previous_secret',
  'previous_secret_until',
  'deleted_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof EndpointRow)[];
const COLUMNS = COLUMN_LIST.join(', ');

export function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    webhook_endpoint_id: toPublicId('endpoint', row.webhook_endpoint_id),
    url: row.url,
    event_types: row.event_types,
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

// The organization's own counter: behind the event that tells of the endpoint, sent just before.
const insertRow = statement(
  'insert_webhook_endpoint',
  `insert into webhook_endpoints (organization_id, from_seq, ${COLUMNS})
   select organization_id, event_seq, ${COLUMN_LIST.map((_, index) => `$${index + 2}`).join(', ')}
   from organization_counters where organization_id = $1`,
);
const insertHealth = statement(
  'insert_webhook_endpoint_health',
  'insert into webhook_endpoint_health (organization_id, webhook_endpoint_id) values ($1, $2)',
);

export function insertEndpoint(tx: Tx, row: EndpointRow): void {
  tx.query(insertRow, [tx.organizationId, ...COLUMN_LIST.map((column) => row[column])]);
  tx.query(insertHealth, [tx.organizationId, row.webhook_endpoint_id]);
}

const updateRow = statement(
  'update_webhook_endpoint',
  `update webhook_endpoints
   set ${COLUMN_LIST.slice(1)
     .map((column, index) => `${column} = $${index + 3}`)
     .join(', ')}
   where organization_id = $1 and webhook_endpoint_id = $2`,
);

export function saveEndpoint(tx: Tx, row: EndpointRow): void {
  tx.query(updateRow, [tx.organizationId, ...COLUMN_LIST.map((column) => row[column])]);
}

const selectOne = statement(
  'select_webhook_endpoint',
  `select ${COLUMNS} from webhook_endpoints where organization_id = $1 and webhook_endpoint_id = $2`,
);
const selectOneForUpdate = statement(
  'select_webhook_endpoint_for_update',
  `${selectOne.text} for no key update`,
);

export async function findEndpoint(tx: Tx, endpointId: string): Promise<EndpointRow> {
  const [row] = await tx.query<EndpointRow>(selectOne, [tx.organizationId, endpointId]);
  if (!row) throw notFound('webhook endpoint');
  return row;
}

export async function lockEndpoint(tx: Tx, endpointId: string): Promise<EndpointRow> {
  const [row] = await tx.query<EndpointRow>(selectOneForUpdate, [tx.organizationId, endpointId]);
  if (!row) throw notFound('webhook endpoint');
  return row;
}

export async function lockLivingEndpoint(tx: Tx, endpointId: string): Promise<EndpointRow> {
  const row = await lockEndpoint(tx, endpointId);
  if (row.deleted_at === null) return row;
  throw conflict(
    'webhook_endpoint_deleted',
    'This endpoint was deleted. Make another one with POST /v1/webhook-endpoints; its events can be had again by a replay.',
  );
}

const selectLiving = statement(
  'list_webhook_endpoints',
  `select ${COLUMNS} from webhook_endpoints
   where organization_id = $1 and deleted_at is null and webhook_endpoint_id < $2
   order by webhook_endpoint_id desc limit $3`,
);
const selectLivingByEnabled = statement(
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
    ? tx.query(selectLiving, values)
    : tx.query(selectLivingByEnabled, [...values, enabled]);
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

/** What failed before is forgiven: the 120 hours begin anew. */
export function forgiveFailures(tx: Tx, endpointId: string): void {
  tx.query(clearFailing, [tx.organizationId, endpointId]);
}
