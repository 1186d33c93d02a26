import { useMemo, useSyncExternalStore } from 'react';
import type { Entities, Versioned } from './entities.ts';

/** The newest versions of what a list contains, with changes that are not confirmed yet. */
export function useNewest<Entity extends Versioned>(
  store: Entities<Entity>,
  items: readonly Entity[] | undefined,
): readonly Entity[] | undefined {
  const version = useVersion(store);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the store has changed.
  return useMemo(() => items?.map((item) => store.newest(item)), [store, items, version]);
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
