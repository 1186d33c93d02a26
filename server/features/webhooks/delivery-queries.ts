import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import type { EventView } from '../../platform/events/event-view.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import {
  DELIVERY_STATUSES,
  type DeliveryAttempt,
  type DeliveryStatus,
  type WebhookDelivery,
  type WebhookDeliveryWithAttempts,
} from './delivery-schemas.ts';

export interface DeliveryRow {
  webhook_endpoint_id: string;
  delivery_id: string;
  event_seq: number;
  event_id: string;
  event_type: string;
  lifecycle_number: string | null;
  replay_id: string | null;
  status: DeliveryStatus;
  attempts: DeliveryAttempt[];
  next_attempt_at: Date | null;
  created_at: Date;
  settled_at: Date | null;
}

const COLUMNS = `webhook_endpoint_id, delivery_id, event_seq, event_id, event_type, lifecycle_number, replay_id,
  status, attempts, next_attempt_at, created_at, settled_at`;

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const last = row.attempts.at(-1);
  return {
    delivery_id: toPublicId('delivery', row.delivery_id),
    webhook_endpoint_id: toPublicId('webhook_endpoint', row.webhook_endpoint_id),
    event_id: toPublicId('event', row.event_id),
    event_seq: row.event_seq,
    event_type: row.event_type,
    lifecycle_number: row.lifecycle_number,
    replay_id: toPublicIdOrNull('replay', row.replay_id),
    status: row.status,
    attempt_count: row.attempts.length,
    last_status_code: last?.status_code ?? null,
    last_error: last?.error ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}

export function toDeliveryWithAttempts(row: DeliveryRow): WebhookDeliveryWithAttempts {
  return { ...toDelivery(row), attempts: row.attempts };
}

const selectOne = statement(
  'select_webhook_delivery',
  `select ${COLUMNS} from webhook_deliveries
   where organization_id = $1 and webhook_endpoint_id = $2 and delivery_id = $3`,
);
const selectOneForUpdate = statement(
  'select_webhook_delivery_for_update',
  `${selectOne.text} for no key update`,
);

interface DeliveryKey {
  endpointId: string;
  deliveryId: string;
}

export function findDelivery(tx: Tx, key: DeliveryKey, view: EventView): Promise<DeliveryRow> {
  return readOne(tx, selectOne, key, view);
}

export function lockDelivery(tx: Tx, key: DeliveryKey, view: EventView): Promise<DeliveryRow> {
  return readOne(tx, selectOneForUpdate, key, view);
}

async function readOne(
  tx: Tx,
  select: typeof selectOne,
  { endpointId, deliveryId }: DeliveryKey,
  view: EventView,
): Promise<DeliveryRow> {
  const values = [tx.organizationId, endpointId, deliveryId];
  const [row] = await tx.query<DeliveryRow>(select, values);
  // A delivery of an event that the caller cannot read does not exist for it: the response of the receiver may repeat
  // the event.
  if (!row || !view.sees(row.event_type)) throw notFound('delivery');
  return row;
}

const setDue = statement(
  'set_webhook_delivery_due',
  `update webhook_deliveries set next_attempt_at = $4
   where organization_id = $1 and webhook_endpoint_id = $2 and delivery_id = $3
     and event_logged_at >= (select webhooks_pending_from($1))`,
);

export function makeDue(tx: Tx, { endpointId, deliveryId }: DeliveryKey): void {
  tx.query(setDue, [tx.organizationId, endpointId, deliveryId, tx.now]);
}

const selectAll = statement(
  'list_webhook_deliveries',
  `select ${COLUMNS} from webhook_deliveries
   where organization_id = $1 and webhook_endpoint_id = $2 and delivery_id < $3
   order by delivery_id desc limit $4`,
);
/** Reads the newest of each requested event type and status from one index, then the newest of those. */
const selectOfTypes = statement(
  'list_webhook_deliveries_of_types',
  `select d.* from unnest($5::text[]) as type (event_type), unnest($6::text[]) as state (status)
   cross join lateral (
     select ${COLUMNS} from webhook_deliveries d
     where d.organization_id = $1 and d.webhook_endpoint_id = $2 and d.event_type = type.event_type
       and d.status = state.status and d.delivery_id < $3
     order by d.delivery_id desc limit $4
   ) as d
   order by delivery_id desc limit $4`,
);

export interface DeliveryFilters {
  /** Null means all. */
  status: DeliveryStatus | null;
  /** Null means all. */
  eventTypes: readonly string[] | null;
}

/** Newest first. */
export function listDeliveryRows(
  tx: Tx,
  endpointId: string,
  filters: DeliveryFilters,
  knownTypes: readonly string[],
  place: { before: string | null; limit: number },
): Promise<DeliveryRow[]> {
  const { status, eventTypes } = filters;
  const values = [tx.organizationId, endpointId, place.before ?? LAST_UUID, place.limit];
  if (status === null && eventTypes === null) return tx.query(selectAll, values);
  return tx.query(selectOfTypes, [
    ...values,
    eventTypes ?? knownTypes,
    status === null ? DELIVERY_STATUSES : [status],
  ]);
}

/** Takes about 80 ms. One statement for all of them could exceed the statement timeout. */
export const CANCELED_AT_ONCE = 1_000;

// Uses an array: until the table has been analyzed, a join is planned as a loop over the whole table.
const cancelFound = (condition: string) =>
  `update webhook_deliveries set status = 'canceled', next_attempt_at = null, settled_at = $3
   where organization_id = $1 and webhook_endpoint_id = $2 and event_logged_at >= (select webhooks_pending_from($1))
     and delivery_id = any (array(
     select delivery_id from webhook_deliveries
     where organization_id = $1 and webhook_endpoint_id = $2 and ${condition} and status = 'pending'
       and event_logged_at >= (select webhooks_pending_from($1))
     limit ${CANCELED_AT_ONCE} for no key update
   ))
   returning delivery_id`;
const cancelOfEndpoint = statement('cancel_webhook_deliveries_of_endpoint', cancelFound('true'));
const cancelOfReplay = statement(
  'cancel_webhook_deliveries_of_replay',
  cancelFound('replay_id = $4'),
);

/** Cancels pending deliveries of the endpoint, or only those queued by one replay. Returns how many it found. */
export async function cancelSomePending(
  tx: Tx,
  endpointId: string,
  replayId: string | null,
): Promise<number> {
  const values = [tx.organizationId, endpointId, tx.now];
  const canceled =
    replayId === null
      ? await tx.query(cancelOfEndpoint, values)
      : await tx.query(cancelOfReplay, [...values, replayId]);
  return canceled.length;
}
