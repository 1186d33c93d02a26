import type { Event } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { patternsOf, useEventTypes } from '../../event-types/use-event-types.ts';
import { useRecentEvents } from '../../live/recent-events.ts';
import { useQuery } from '../../store/use-query.ts';
import { findEnd } from './end-of-log.ts';
import type { LogSearch } from './search.ts';

const SHOWN = 200;
/** How far back a filter looks. */
const FAR = 5_000;

/** Events that match, newest first: those of the log, and those that the stream has brought since. */
export function useLog(search: LogSearch) {
  const known = patternsOf(useEventTypes());
  const types = search.type === undefined ? undefined : typesOf(search.type, known);
  const recent = useRecentEvents();
  const history = useQuery(`event log ${JSON.stringify(search)} ${types?.length ?? ''}`, {
    load: async (signal) => {
      const last = recent.at(-1)?.seq ?? (await endOfLog(signal));
      const isFiltered = search.number !== undefined || types !== undefined;
      return readAfter(Math.max(0, last - (isFiltered ? FAR : SHOWN)), search, types, signal);
    },
    isAffectedBy: () => false,
  });
  const bySeq = new Map<number, Event>();
  for (const event of [...(history.value ?? []), ...recent]) {
    if (matches(event, search)) bySeq.set(event.seq, event);
  }
  const events = [...bySeq.values()].sort((a, b) => b.seq - a.seq).slice(0, SHOWN);
  return { history, events };
}

function typesOf(pattern: string, known: readonly string[]): readonly string[] {
  return known.filter((type) => !type.endsWith('*') && matchesType(type, pattern));
}

function matchesType(type: string, pattern: string): boolean {
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

function matches(event: Event, { type, number }: LogSearch): boolean {
  return (
    (type === undefined || matchesType(event.type ?? '', type)) &&
    (number === undefined || event.lifecycle_number === number)
  );
}

function endOfLog(signal: AbortSignal): Promise<number> {
  return findEnd(0, async (after) => {
    const { data } = await api.events.list({ after, limit: 1 }, { signal });
    return data.length > 0;
  });
}

async function readAfter(
  after: number,
  { number }: LogSearch,
  types: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Event[]> {
  if (types?.length === 0) return [];
  const query = { after, limit: SHOWN, type: types, lifecycle_number: number };
  const events: Event[] = [];
  for await (const { data } of api.events.list(query, { signal }).pages()) {
    events.push(...data);
    // Only the newest are shown; the log is read oldest first.
    events.splice(0, events.length - SHOWN);
  }
  return events;
}
