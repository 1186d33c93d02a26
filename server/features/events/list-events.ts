import { read } from '../../platform/http/operation.ts';
import { DEFAULT_LIMIT, listQuery, pageOf, pagesOf, readCursor } from '../../platform/paging.ts';
import { assertKept } from './events-dropped.ts';
import { findExtentOfLog, listEventRows, toEvent } from './queries.ts';
import { Event, eventFilters } from './schemas.ts';

export const listEvents = read({
  id: 'listEvents',
  path: '/v1/events',
  tag: 'Events',
  resource: 'event',
  scopes: ['events:read'],
  summary: 'List events',
  description:
    'The event log: everything that happened in your organization, oldest first. To follow it, pass the last `seq` you have as `after`. Events appear in the order of their seqs. You see the events of the resources that your token can read; a gap in the seqs is an event that it cannot. If the operator keeps only some months of the log, the list starts with the first of them, and an `after` before that is refused.',
  query: listQuery(eventFilters),
  responses: pagesOf(Event, 'The events, oldest first.'),
  problems: ['events_dropped'],
  async run(tx, { query, caller, eventTypes }) {
    const view = eventTypes.viewOf(caller.scopes);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const page = readCursor(query.cursor, /^\d{1,15}$/)?.[0];
    const after = Math.max(query.after ?? 0, Number(page ?? 0));
    if (page !== undefined || query.after !== undefined) {
      const { first } = await findExtentOfLog(tx);
      assertKept(after, first, page === undefined ? '/after' : '/cursor');
    }
    const rows = await listEventRows(tx, {
      after,
      limit: limit + 1,
      types: view.among(query.type?.split(',') ?? null),
      lifecycleNumber: query.lifecycle_number ?? null,
    });
    return pageOf(
      rows,
      limit,
      (row) => view.show(toEvent(row)),
      (row) => String(row.seq),
    );
  },
});
