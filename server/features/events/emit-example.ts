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

/** Nothing in the log has it, since seqs are counted from 1: who keeps track of seqs is not misled. */
const NO_PLACE = 0;

/**
 * Sends an example of the kind to one webhook endpoint, by its UUID, or to all who listen for the kind. It
 * takes the way of every event, so what arrives shows that the real ones will.
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
      seq: NO_PLACE,
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
      detail: `There is no kind of event ${JSON.stringify(given.slice(0, 100))}. The nearest are ${nearestTypes(given, names).join(', ')}; GET /v1/event-types lists all.`,
    },
  ]);
}
