import { useMemo, useSyncExternalStore } from 'react';
import type { Entities, Versioned } from './entities.ts';

/**
 * The newest versions of what a list contains, with changes that are not confirmed yet. What only lists say, such as the
 * next visit, is not in events: it stays as this list says it.
 */
export function useNewest<Entity extends Versioned>(
  store: Entities<Entity>,
  items: readonly Entity[] | undefined,
  listOnly: readonly (keyof Entity)[] = NONE,
): readonly Entity[] | undefined {
  const version = useVersion(store);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the store has changed.
  return useMemo(
    () => items?.map((item) => withListed(store.newest(item), item, listOnly)),
    [store, items, version, listOnly],
  );
}

const NONE: readonly never[] = [];

function withListed<Entity>(
  newest: Entity,
  item: Entity,
  listOnly: readonly (keyof Entity)[],
): Entity {
  if (listOnly.length === 0) return newest;
  const shown = { ...newest };
  for (const field of listOnly) shown[field] = item[field];
  return shown;
}

export function useVersion(store: {
  subscribe(listener: () => void): () => void;
  version: number;
}): number {
  return useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.version,
  );
}
