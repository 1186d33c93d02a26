import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { Event } from '../../packages/sdk/src/index.ts';
import { cache } from '../offline/cache.ts';
import { inSession } from '../session/in-session.ts';
import { Query, type QueryOptions, type QueryState } from './query.ts';

/** Those that were used lately; a page that is opened again shows them at once. */
const queries = new Map<string, Query<unknown>>();
const MAX_QUERIES = 100;

/** Reads from the service, shows what was read last, and reads again when an event may have changed it. */
export function useQuery<Value>(
  key: string,
  given: QueryOptions<Value>,
): QueryState<Value> & { query: Query<Value> } {
  const options: QueryOptions<Value> = {
    ...given,
    load: (signal) => inSession(() => given.load(signal)),
  };
  const query = queryOf(key, options);
  useEffect(() => query.use(options));
  const subscribe = useCallback((listener: () => void) => query.subscribe(listener), [query]);
  const state = useSyncExternalStore(subscribe, () => query.state);
  return { ...state, query };
}

function queryOf<Value>(key: string, options: QueryOptions<Value>): Query<Value> {
  // The key says what is read, so it also says what type its result has.
  const known = queries.get(key) as Query<Value> | undefined;
  if (known) return known;
  const made = new Query(key, options, cache);
  queries.set(key, made as Query<unknown>);
  const [oldest] = queries.keys();
  if (queries.size > MAX_QUERIES && oldest !== undefined) queries.delete(oldest);
  return made;
}

export function takeEventInQueries(event: Event): void {
  for (const query of queries.values()) query.take(event);
}

/** After a break in which events may have been missed. */
export function touchQueries(): void {
  for (const query of queries.values()) query.touch();
}

export function clearQueries(): void {
  for (const query of queries.values()) query.stop();
  queries.clear();
}
