import { read } from '../../platform/http/operation.ts';
import { DEFAULT_LIMIT, listQuery, pageAnswer, pageOf, readCursor } from '../../platform/paging.ts';
import { listEventRows, toEvent } from './queries.ts';
import { Event, eventFilters } from './schemas.ts';

export const listEvents = read({
  id: 'listEvents',
  path: '/v1/events',
  tag: 'Events',
  resource: 'event',
  scopes: ['events:read'],
  summary: 'Read the event log',
  description:
    'Everything that happened in your organization, oldest first. Follow it by passing the last `seq` you have as `after`: seqs are counted without a gap and appear in order, so whoever has n and n + 2 knows that n + 1 is missing, and it never is.',
  query: listQuery(eventFilters),
  answers: pageAnswer(Event, 'The events, oldest first.'),
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listEventRows(tx, {
      after: Math.max(query.after ?? 0, Number(readCursor(query.cursor, /^\d{1,15}$/)?.[0] ?? 0)),
      limit: limit + 1,
      types: query.type?.split(',') ?? null,
      lifecycleNumber: query.lifecycle_number ?? null,
    });
    return pageOf(rows, limit, toEvent, (row) => String(row.seq));
  },
});
