import { read } from '../../platform/http/operation.ts';
import { pagesOf } from '../../platform/paging.ts';
import { EventTypeSummary } from './schemas.ts';

export const listEventTypes = read({
  id: 'listEventTypes',
  path: '/v1/event-types',
  tag: 'Events',
  resource: 'event type',
  scopes: ['events:read'],
  summary: 'List event types',
  description:
    'All event types by name, on one page: the list is short and the same for every organization. getEventType returns the JSON Schema and an example of one.',
  responses: pagesOf(EventTypeSummary, 'The event types, sorted by name.'),
  async run(_tx, { eventTypes }) {
    const data = eventTypes.types.map(({ type, description }) => ({ type, description }));
    return { data, has_more: false, next_cursor: null };
  },
});
