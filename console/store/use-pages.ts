import { useEffect, useRef, useState } from 'react';
import type { Event, Page } from '../../packages/sdk/src/index.ts';
import type { Entities, Versioned } from './entities.ts';
import type { Query, QueryState } from './query.ts';
import { useNewest } from './use-entities.ts';
import { useQuery } from './use-query.ts';

export interface Items<Item> {
  items: readonly Item[];
  hasMore: boolean;
}

/** A list of the API, as the SDK returns it. */
interface Listing<Item> {
  pages(): AsyncGenerator<Page<Item>, void>;
}

export interface Listed<Item> extends QueryState<Items<Item>> {
  query: Query<Items<Item>>;
  hasMore: boolean;
  isLoadingMore: boolean;
  showMore(): void;
}

/** A list that the service pages: the pages that were asked for, from the first, so that nothing is missing in between. */
export function usePages<Item>(
  key: string,
  {
    list,
    isAffectedBy,
  }: {
    list(signal: AbortSignal): Listing<Item>;
    isAffectedBy(event: Event): boolean;
  },
): Listed<Item> {
  const [asked, setAsked] = useState({ key, pages: 1 });
  const pages = asked.key === key ? asked.pages : 1;
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const result = useQuery<Items<Item>>(key, {
    load: (signal) => readPages(list(signal), pages),
    isAffectedBy,
  });
  const { query, value } = result;
  useEffect(() => {
    if (pages === 1) return;
    setIsLoadingMore(true);
    void query.refresh().finally(() => setIsLoadingMore(false));
  }, [query, pages]);
  return {
    ...result,
    hasMore: value?.hasMore ?? false,
    isLoadingMore,
    showMore: () => setAsked({ key, pages: pages + 1 }),
  };
}

export interface StoredList<Item> extends Listed<Item> {
  /** In their newest versions; undefined before the first page. */
  items: readonly Item[] | undefined;
}

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
    list: (signal) => ({ pages: () => remembered(store, list(signal)) }),
    isAffectedBy: (event) => isAffectedBy(event, known.current),
  });
  known.current = result.value?.items ?? [];
  return { ...result, items: useNewest(store, result.value?.items, listOnly) };
}

async function* remembered<Item extends Versioned>(
  store: Entities<Item>,
  list: Listing<Item>,
): AsyncGenerator<Page<Item>, void> {
  for await (const page of list.pages()) {
    for (const item of page.data) store.put(item);
    yield page;
  }
}

async function readPages<Item>(list: Listing<Item>, count: number): Promise<Items<Item>> {
  const items: Item[] = [];
  let read = 0;
  for await (const page of list.pages()) {
    items.push(...page.data);
    read += 1;
    if (read === count) return { items, hasMore: page.has_more };
  }
  return { items, hasMore: false };
}
