import { toUuid } from '../../../domain/ids.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { EventCatalog } from '../../../platform/events/event-catalog.ts';
import type { EventFollower, LoggedEvent } from '../../../platform/events/follow-log.ts';
import { matchesAny } from '../../../platform/events/patterns.ts';
import { newUuid } from '../../../platform/ids.ts';
import { mapWithPauses, Pauses } from '../../../platform/pauses.ts';

const EXAMPLE = 'example.sent';
/** In one statement: it takes a few milliseconds to write. */
const MAX_QUEUED = 2_000;

interface Subscriber {
  webhook_endpoint_id: string;
  event_types: string[];
  scopes: string[];
  ordering: 'none' | 'lifecycle';
  from_seq: number;
}

export const WEBHOOKS_FOLLOWER = { name: 'webhooks' };

/**
 * Queues every event for the endpoints that subscribe to it and whose scopes can read it. A disabled endpoint gets
 * deliveries, too: they wait.
 */
export function webhookFanOut(eventTypes: EventCatalog): EventFollower {
  return {
    ...WEBHOOKS_FOLLOWER,
    actor: { type: 'system', id: null, name: 'webhooks' },
    async handleEvents(tx, events) {
      const endpoints = await tx.query<Subscriber>(selectSubscribers, [tx.organizationId]);
      const found = await mapWithPauses(events, (event) => {
        const addressed = toAddressed(event);
        return endpoints
          .filter((endpoint) => isFor(endpoint, addressed, eventTypes))
          .map((endpoint) => ({ endpoint, event, addressed }));
      });
      const deliveries = found.flat();
      const pauses = new Pauses();
      for (let at = 0; at < deliveries.length; at += MAX_QUEUED) {
        queue(tx, deliveries.slice(at, at + MAX_QUEUED));
        await pauses.takeIfDue();
      }
    },
  };
}

interface Addressed {
  seq: number;
  type: string;
  /** The event id that receivers see. */
  eventId: string;
  /** The only endpoint it is for; null for all that subscribe to its event type. */
  endpointId: string | null;
}

/** An example is sent as the event that it is an example of. */
function toAddressed(event: LoggedEvent): Addressed {
  const { seq, type, event_id: eventId } = event;
  if (type !== EXAMPLE) return { seq, type, eventId, endpointId: null };
  const example = event.data as {
    event_type: string;
    webhook_endpoint_id: string | null;
    event: { id: string };
  };
  const named = example.webhook_endpoint_id;
  return {
    seq,
    type: example.event_type,
    eventId: toUuid('event', example.event.id) ?? eventId,
    endpointId: named === null ? null : toUuid('webhook_endpoint', named),
  };
}

/** An example for one endpoint is sent whatever the endpoint can read: it contains nothing of the organization. */
function isFor(
  endpoint: Subscriber,
  { seq, type, endpointId }: Addressed,
  eventTypes: EventCatalog,
): boolean {
  if (seq <= endpoint.from_seq) return false;
  if (endpointId !== null) return endpoint.webhook_endpoint_id === endpointId;
  return matchesAny(endpoint.event_types, type) && eventTypes.viewOf(endpoint.scopes).sees(type);
}

function queue(
  tx: Tx,
  deliveries: { endpoint: Subscriber; event: LoggedEvent; addressed: Addressed }[],
): void {
  tx.query(insertDeliveries, [
    tx.organizationId,
    deliveries.map(({ endpoint }) => endpoint.webhook_endpoint_id),
    deliveries.map(() => newUuid()),
    deliveries.map(({ event }) => event.seq),
    deliveries.map(({ addressed }) => addressed.eventId),
    deliveries.map(({ addressed }) => addressed.type),
    deliveries.map(({ event }) => event.lifecycle_number),
    deliveries.map(
      ({ endpoint, event }) => endpoint.ordering === 'lifecycle' && event.lifecycle_number !== null,
    ),
    tx.now,
    deliveries.map(({ event }) => event.logged_at),
  ]);
}

// Locked until commit, so that deleting an endpoint finds and cancels what is queued here.
const selectSubscribers = statement(
  'webhook_addressees',
  `select webhook_endpoint_id, event_types, scopes, ordering, from_seq from webhook_endpoints
   where organization_id = $1 and deleted_at is null for share`,
);

const insertDeliveries = statement(
  'insert_webhook_deliveries',
  'select insert_webhook_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
);
