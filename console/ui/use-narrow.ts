import { useSyncExternalStore } from 'react';

/** Whether the page has only room for one column. */
export function useNarrow(width = 900): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(`(max-width: ${width}px)`);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(`(max-width: ${width}px)`).matches,
  );
}
