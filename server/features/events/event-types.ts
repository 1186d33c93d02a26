import { registeredEventTypes } from '../../platform/events/event.ts';
import { exampleEvent, exampleOf } from './example.ts';
import { Event, type EventTypeSchema } from './schemas.ts';

let described: EventTypeSchema[] | null = null;

/** Every kind of event as its declaration in the code has it: nothing here is written by hand. */
export function describeEventTypes(): EventTypeSchema[] {
  const circumstances = exampleOf(Event) as Event;
  described ??= registeredEventTypes().map((eventType) => {
    const { type, description, data } = eventType;
    const { properties } = Event;
    const schema = {
      ...Event,
      title: type,
      description,
      properties: { ...properties, type: { ...properties.type, const: type }, data },
    };
    return { type, description, schema, example: exampleEvent(eventType, circumstances) };
  });
  return described;
}
