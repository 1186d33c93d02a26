import { eventTypeFor } from '../../platform/events/event.ts';
import { ExampleEvent } from './schemas.ts';

const exampleEventEvent = eventTypeFor(ExampleEvent, 'events:read', 'events:write');

export const exampleSent = exampleEventEvent(
  'example.sent',
  'An example of an event was sent to test a receiver. Receivers get the example itself.',
  ({ event_type }) => `Example of ${event_type} sent`,
);
