import { eventTypeFor } from '../../platform/events/event.ts';
import { ExampleEvent } from './schemas.ts';

const eventType = eventTypeFor('events:read', 'events:write');

export const exampleSent = eventType(
  'example.sent',
  'An example of an event was sent to test a receiver. Receivers get the example itself.',
  ExampleEvent,
  ({ event_type }) => `Example of ${event_type} sent`,
);
