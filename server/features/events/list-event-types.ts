import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import { pageAnswer } from '../../platform/paging.ts';
import { describeEventTypes } from './event-types.ts';
import { EventTypeSchema } from './schemas.ts';

export const listEventTypes = read({
  id: 'listEventTypes',
  path: '/v1/event-types',
  tag: 'Events',
  resource: 'event type',
  scopes: ['events:read'],
  summary: 'List event types',
  description:
    'All event types, each with the JSON Schema of a complete event and an example. The list is the same for every organization, sorted by name, on one page.',
  query: Type.Object(
    {
      type: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Only this event type.',
          examples: ['lead.qualified'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answers: pageAnswer(EventTypeSchema, 'The event types, sorted by name.'),
  async run(_tx, { query, eventTypes }) {
    const data = describeEventTypes(eventTypes).filter(
      ({ type }) => query.type === undefined || type === query.type,
    );
    return { data, has_more: false, next_cursor: null };
  },
});
