import { useRef, useState } from 'react';
import type { InboxItem } from '../../../packages/sdk/src/index.ts';

/**
 * New rows wait behind "3 new": a list that jumps under the pointer makes people click on the wrong row. Rows that are
 * gone disappear at once, and rows that changed change. Rows of the next page come after all others, and move nothing.
 */
export function useHeldBack(
  items: readonly InboxItem[],
  isStale: boolean,
): {
  shown: readonly InboxItem[];
  held: readonly InboxItem[];
  reveal(): void;
} {
  const known = useRef<Set<string> | null>(null);
  const [, draw] = useState(0);
  // The first list, and one that was empty, is shown as it is.
  // What is left from an earlier visit is not what the user has looked at.
  if (isStale) known.current = null;
  else if (
    known.current === null ||
    !items.some((item) => known.current?.has(item.lifecycle_number))
  ) {
    known.current = new Set(items.map(({ lifecycle_number }) => lifecycle_number));
  }
  const last = items.findLastIndex(({ lifecycle_number }) => known.current?.has(lifecycle_number));
  for (const { lifecycle_number } of items.slice(last + 1)) known.current?.add(lifecycle_number);
  const isKnown = ({ lifecycle_number }: InboxItem) => known.current?.has(lifecycle_number) ?? true;
  return {
    shown: items.filter(isKnown),
    held: items.filter((item) => !isKnown(item)),
    reveal() {
      known.current = new Set(items.map(({ lifecycle_number }) => lifecycle_number));
      draw((count) => count + 1);
    },
  };
}
