import Type, { type Static } from 'typebox';
import type { Caller } from '../../platform/auth/authenticator.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import { DEFAULT_LIMIT, listQuery, type Page, pageOf, readCursor } from '../../platform/paging.ts';
import { type EventRow, listEventRowsOfLifecycles } from '../events/index.ts';
import { detailsOf } from './details.ts';
import type { HistoryEntry } from './schemas.ts';

/** The parameters of a history: its page and its order. */
export const historyQuery = listQuery({
  order: Type.Optional(
    Type.Unsafe<'oldest' | 'newest'>({
      type: 'string',
      enum: ['oldest', 'newest'],
      default: 'oldest',
      description: 'Whether the oldest or the newest events come first.',
      examples: ['newest'],
    }),
  ),
});

/** One page of the events that the caller may see under a set of merged lifecycle numbers. */
export async function readHistory(
  tx: Tx,
  lifecycleNumbers: readonly string[],
  query: Static<typeof historyQuery>,
  { eventTypes, caller }: { eventTypes: EventCatalog; caller: Caller },
): Promise<Page<HistoryEntry>> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const view = eventTypes.viewOf(caller.scopes);
  const cursor = readCursor(query.cursor, /^\d{1,15}$/)?.[0];
  const rows = await listEventRowsOfLifecycles(tx, {
    order: query.order ?? 'oldest',
    after: cursor === undefined ? null : Number(cursor),
    limit: limit + 1,
    lifecycleNumbers,
    types: view.types,
  });
  return pageOf(
    rows,
    limit,
    (row) => toHistoryEntry(view.show(row), eventTypes),
    (row) => String(row.seq),
  );
}

function toHistoryEntry(
  row: EventRow & { lifecycle_number: string },
  eventTypes: EventCatalog,
): HistoryEntry {
  const ids = Object.entries(row.data).flatMap(([name, value]) =>
    name.endsWith('_id') && typeof value === 'string' ? [[name, value] as const] : [],
  );
  return {
    seq: row.seq,
    type: row.type,
    lifecycle_number: row.lifecycle_number,
    at: row.occurred_at.toISOString(),
    actor: row.actor,
    summary: eventTypes.summarize(row),
    details: detailsOf(row),
    ids: Object.fromEntries(ids),
  };
}
