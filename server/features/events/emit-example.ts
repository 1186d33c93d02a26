import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type Problem, validationFailed } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import { newUuid } from '../../platform/ids.ts';
import { exampleSent } from './events.ts';
import { exampleEvent } from './example.ts';
import { nearestTypes } from './nearest-types.ts';
import type { ExampleEvent } from './schemas.ts';

/** No event in the log has this seq, since seqs start at 1: clients that track seqs are not confused. */
const NO_SEQ = 0;

/**
 * Sends an example of the event type to one webhook endpoint, by its UUID, or to all subscribers of the type.
 * It is delivered like every other event, so if it arrives, real events will arrive too.
 */
export function emitExample(
  tx: Tx,
  eventTypes: EventCatalog,
  { eventType, webhookEndpointId }: { eventType: string; webhookEndpointId: string | null },
): ExampleEvent {
  const type = eventTypes.find(eventType);
  if (!type) throw unknownType(eventType, eventTypes);
  const example = {
    event_type: eventType,
    webhook_endpoint_id: toPublicIdOrNull('webhook_endpoint', webhookEndpointId),
    event: exampleEvent(type, {
      id: toPublicId('event', newUuid(tx.now)),
      seq: NO_SEQ,
      timestamp: tx.now.toISOString(),
      actor: tx.actor,
    }),
  };
  tx.emit(null, pendingEvent(exampleSent, example));
  return example;
}

function unknownType(given: string, { names }: EventCatalog): Problem {
  return validationFailed([
    {
      pointer: '/event_type',
      code: 'unknown_event_type',
      detail: `Unknown event type ${JSON.stringify(given.slice(0, 100))}. Similar event types: ${nearestTypes(given, names).join(', ')}. GET /v1/event-types lists all.`,
    },
  ]);
}
