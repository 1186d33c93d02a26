import type { Caller } from '../../platform/auth/authenticator.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import { DEFAULT_LIMIT, type Page, pageOf, readCursor } from '../../platform/paging.ts';
import { type EventRow, listEventRowsOfLifecycles } from '../events/index.ts';
import type { HistoryEntry } from './schemas.ts';

/** One page of the events that the caller may see under a set of merged lifecycle numbers, oldest first. */
export async function readHistory(
  tx: Tx,
  lifecycleNumbers: readonly string[],
  query: { limit?: number; cursor?: string },
  { eventTypes, caller }: { eventTypes: EventCatalog; caller: Caller },
): Promise<Page<HistoryEntry>> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const rows = await listEventRowsOfLifecycles(tx, {
    after: Number(readCursor(query.cursor, /^\d{1,15}$/)?.[0] ?? 0),
    limit: limit + 1,
    lifecycleNumbers,
    types: eventTypes.viewOf(caller.scopes).types,
  });
  return pageOf(
    rows,
    limit,
    (row) => toHistoryEntry(row, eventTypes),
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
    ids: Object.fromEntries(ids),
  };
}
