import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type Problem, validationFailed } from '../../platform/errors.ts';
import { emit, pendingEvent, registeredEventTypes } from '../../platform/events/event.ts';
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
  { eventType, webhookEndpointId }: { eventType: string; webhookEndpointId: string | null },
): ExampleEvent {
  const type = registeredEventTypes().find((known) => known.type === eventType);
  if (!type) throw unknownType(eventType);
  const example = {
    event_type: eventType,
    webhook_endpoint_id: toPublicIdOrNull('endpoint', webhookEndpointId),
    event: exampleEvent(type, {
      id: toPublicId('evt', newUuid(tx.now)),
      seq: NO_PLACE,
      timestamp: tx.now.toISOString(),
      actor: tx.actor,
    }),
  };
  emit(tx, null, pendingEvent(exampleSent, example));
  return example;
}

function unknownType(given: string): Problem {
  const types = registeredEventTypes().map(({ type }) => type);
  return validationFailed([
    {
      pointer: '/event_type',
      code: 'unknown_event_type',
      detail: `There is no kind of event ${JSON.stringify(given.slice(0, 100))}. The nearest are ${nearestTypes(given, types).join(', ')}; GET /v1/event-types lists all.`,
    },
  ]);
}
