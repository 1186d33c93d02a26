import type { EventType } from '../../platform/events/event.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import { exampleEvent, exampleOf } from './example.ts';
import { Event, type EventTypeSchema, EXAMPLE } from './schemas.ts';

/** A catalog never changes while the process runs, and describing it takes time. */
const described = new WeakMap<EventCatalog, EventTypeSchema[]>();

/** Describes every event type from its declaration in the code: nothing here is written by hand. */
export function describeEventTypes(catalog: EventCatalog): EventTypeSchema[] {
  const known = described.get(catalog);
  if (known) return known;
  const created = catalog.types.map(describe);
  described.set(catalog, created);
  return created;
}

function describe(eventType: EventType): EventTypeSchema {
  const { type, description, data } = eventType;
  const { properties } = Event;
  const schema = {
    ...Event,
    title: type,
    description,
    properties: { ...properties, type: { ...properties.type, const: type }, data },
  };
  const timestamp = String(exampleOf(properties.timestamp));
  const example = exampleEvent(eventType, { ...EXAMPLE, timestamp });
  return { type, description, schema, example };
}
