import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import { pageAnswer } from '../../platform/paging.ts';
import { describeEventTypes } from './event-types.ts';
import { EventTypeSchema } from './schemas.ts';

export const listEventTypes = read({
  id: 'listEventTypes',
  path: '/v1/event-types',
  tag: 'Events',
  resource: 'kind of event',
  scopes: ['events:read'],
  summary: 'List the kinds of events',
  description:
    'Every kind of event that there is, with the JSON Schema of a whole event of it and an example. The same for every organization, all in one page, by name.',
  query: Type.Object(
    {
      type: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Only this kind.',
          examples: ['lead.qualified'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answers: pageAnswer(EventTypeSchema, 'The kinds, by name.'),
  async run(_tx, { query, eventTypes }) {
    const data = describeEventTypes(eventTypes).filter(
      ({ type }) => query.type === undefined || type === query.type,
    );
    return { data, has_more: false, next_cursor: null };
  },
});
