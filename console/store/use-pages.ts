import { useRef, useState } from 'react';
import type { Event, Page } from '../../packages/sdk/src/index.ts';
import type { Entities, Versioned } from './entities.ts';
import type { Query, QueryState } from './query.ts';
import { type Listing, type PagesRead, readPages } from './read-pages.ts';
import { useNewest } from './use-entities.ts';
import { useQuery } from './use-query.ts';

/** More would take longer to store than to read. */
const MAX_KEPT = 200;

/** What a long list needs to know about the pages that are not read yet. */
export interface MorePages {
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Why the last try failed: then only the user asks again. */
  error: unknown;
  showMore(): void;
}

type Read<Item> = QueryState<PagesRead<Item>> & { query: Query<PagesRead<Item>> };

export type Listed<Item> = Read<Item> & MorePages;

/** A list that the service pages: the pages that were asked for, from the first, so that nothing is missing in between. */
export function usePages<Item>(
  key: string,
  {
    list,
    keyOf,
    isAffectedBy,
  }: {
    list(signal: AbortSignal): Listing<Item>;
    keyOf(item: Item): string;
    isAffectedBy(event: Event): boolean;
  },
): Listed<Item> {
  const wantsMore = useRef(false);
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const result: Read<Item> = useQuery(key, {
    load: (signal) =>
      readPages(list(signal), {
        known: (): PagesRead<Item> | undefined => {
          const { isStale, value: before } = query.state;
          return isStale ? undefined : before;
        },
        keyOf,
        wantsMore: wantsMore.current,
        now: Date.now(),
      }),
    isAffectedBy,
    toKeep: (read) => ({ ...read, items: read.items.slice(0, MAX_KEPT) }),
  });
  const { query, value } = result;
  const showMore = async () => {
    if (wantsMore.current) return;
    wantsMore.current = true;
    setIsLoadingMore(true);
    await query.refresh();
    wantsMore.current = false;
    setIsLoadingMore(false);
  };
  return {
    ...result,
    hasMore: value !== undefined && value.next !== null,
    isLoadingMore,
    showMore: () => void showMore(),
  };
}

export type StoredList<Item> = Listed<Item> & {
  /** In their newest versions; undefined before the first page. */
  items: readonly Item[] | undefined;
};

/** A list of resources that the store knows: each is shown in its newest version. */
export function useStoredPages<Item extends Versioned>(
  key: string,
  {
    store,
    list,
    isAffectedBy,
    listOnly,
  }: {
    store: Entities<Item>;
    list(signal: AbortSignal): Listing<Item>;
    /** Fields that only this list has. */
    listOnly?: readonly (keyof Item)[];
    /** Whether this event can change which items the list has. */
    isAffectedBy(event: Event, items: readonly Item[]): boolean;
  },
): StoredList<Item> {
  const known = useRef<readonly Item[]>([]);
  const result = usePages<Item>(key, {
    list: (signal) => ({ pages: (after) => remembered(store, list(signal).pages(after)) }),
    keyOf: store.idOf,
    isAffectedBy: (event) => isAffectedBy(event, known.current),
  });
  known.current = result.value?.items ?? [];
  return { ...result, items: useNewest(store, result.value?.items, listOnly) };
}

async function* remembered<Item extends Versioned>(
  store: Entities<Item>,
  pages: AsyncGenerator<Page<Item>, void>,
): AsyncGenerator<Page<Item>, void> {
  for await (const page of pages) {
    for (const item of page.data) store.put(item);
    yield page;
  }
}
