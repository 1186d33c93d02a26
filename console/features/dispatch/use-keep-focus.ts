import { useLayoutEffect, useRef } from 'react';
import type { VisitCard } from './board-data.ts';

/** A card that is moved to another row is another element. It has the focus again if it was moved with the keyboard. */
export function useKeepFocus(cards: readonly VisitCard[]): (id: string) => void {
  const moved = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it has moved when the cards have changed.
  useLayoutEffect(() => {
    if (moved.current === null || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-id="${moved.current}"]`)?.focus();
    moved.current = null;
  }, [cards]);
  return (id) => {
    moved.current = id;
  };
}
