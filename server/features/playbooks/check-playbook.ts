import type { Caller } from '../../platform/auth/authenticator.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import type { Check } from '../../platform/http/operation.ts';
import type { World } from './check-expressions.ts';
import { validateDefinition } from './validate.ts';

const worlds = new WeakMap<EventCatalog, World>();

export function checkPlaybook(
  body: Record<string, unknown>,
  _caller: Caller,
  eventTypes: EventCatalog,
): Check {
  return { errors: validateDefinition(body, worldOf(eventTypes)) };
}

/** Which fields the data of each kind of event has. */
export function worldOf(eventTypes: EventCatalog): World {
  const known = worlds.get(eventTypes);
  if (known) return known;
  const world = {
    events: new Map(
      eventTypes.types.map(({ type, data }) => {
        const properties = 'properties' in data && data.properties ? data.properties : {};
        return [type, new Set(Object.keys(properties))];
      }),
    ),
  };
  worlds.set(eventTypes, world);
  return world;
}
