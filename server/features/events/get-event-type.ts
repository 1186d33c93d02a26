import { notFound } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { describeEventType } from './event-types.ts';
import { EventTypeSchema } from './schemas.ts';

export const getEventType = read({
  id: 'getEventType',
  path: '/v1/event-types/{type}',
  tag: 'Events',
  resource: 'event type',
  scopes: ['events:read'],
  params: { type: 'event_type' },
  summary: 'Get an event type',
  description: 'The event type with the JSON Schema of a complete event and an example.',
  responses: returns(EventTypeSchema, 'The event type.'),
  async run(_tx, { params, eventTypes }) {
    const eventType = eventTypes.find(params.type);
    if (eventType === undefined) throw notFound('event type');
    return describeEventType(eventType);
  },
});
