import type { EventType } from '../../platform/events/event.ts';
import { exampleEvent, exampleOf } from './example.ts';
import { Event, type EventTypeSchema, EXAMPLE } from './schemas.ts';

/** Describes an event type from its declaration in the code: nothing here is written by hand. */
export function describeEventType(eventType: EventType): EventTypeSchema {
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
