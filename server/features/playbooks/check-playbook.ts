import type { Caller } from '../../platform/auth/authenticator.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import type { Check } from '../../platform/http/operation.ts';
import type { KnownEvents } from './check-expressions.ts';
import { validateDefinition } from './validate.ts';

const cache = new WeakMap<EventCatalog, KnownEvents>();

export async function checkPlaybook(
  body: Record<string, unknown>,
  { organizationId }: Caller,
  eventTypes: EventCatalog,
): Promise<Check> {
  return { errors: await validateDefinition(body, knownEventsOf(eventTypes), organizationId) };
}

/** The fields that the data of each event type has. */
export function knownEventsOf(eventTypes: EventCatalog): KnownEvents {
  const known = cache.get(eventTypes);
  if (known) return known;
  const knownEvents = {
    events: new Map(
      eventTypes.types.map(({ type, data }) => {
        const properties = 'properties' in data && data.properties ? data.properties : {};
        return [type, new Set(Object.keys(properties))];
      }),
    ),
  };
  cache.set(eventTypes, knownEvents);
  return knownEvents;
}
