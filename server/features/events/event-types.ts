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
  return { type, description, schema: withoutExtensions(schema), example };
}

/** Keywords such as `x-variants` are for the OpenAPI document; strict readers of JSON Schema refuse them. */
function withoutExtensions(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (name, value) => (name.startsWith('x-') ? undefined : value)),
  );
}
