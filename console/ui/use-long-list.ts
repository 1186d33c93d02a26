import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MorePages } from '../store/use-pages.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** So few rows are all on the page: the browser finds them in their texts. */
const SHORT = 20;
const OVERSCAN = 5;
/** The next page is read when so few rows are left below. */
const READ_AHEAD = 10;

export interface LongListOptions {
  count: number;
  keyOf(index: number): string;
  /** Of a row that was not on the page yet. */
  rowHeight: number;
  /** Between two rows. */
  spacing?: number;
  more?: MorePages;
}

/** Which rows are on the page, and how much space is in the place of the others. */
export interface LongRows<Container extends HTMLElement> {
  container: RefObject<Container | null>;
  /** Whether rows are missing on the page. */
  isLong: boolean;
  measure(row: Element | null): void;
  /** `gap` is the space of the rows that are missing before this one. */
  rows: readonly { index: number; gap: number }[];
  above: number;
  below: number;
  scrollTo(index: number): void;
  /** The next row gets the focus, or the previous; without a focus, the first that can be seen. */
  moveFocus(step: 1 | -1): void;
}

/**
 * The rows of a long list that are on the page now. A row with the focus stays, wherever the user scrolls. The next page
 * is read before the user reaches the end.
 */
export function useLongList<Container extends HTMLElement>({
  count,
  keyOf,
  rowHeight,
  spacing = 0,
  more,
}: LongListOptions): LongRows<Container> {
  const container = useRef<Container>(null);
  const isLong = count > SHORT;
  const top = useTop(container, count);
  const focus = useKeptFocus(container, count, keyOf);
  const list = useVirtualizer({
    count,
    getScrollElement: () => scrollerOf(container.current),
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    gap: spacing,
    scrollMargin: top,
    rangeExtractor: (range) => (isLong ? withRow(range, focus.index()) : all(count)),
  });
  const end = list.range?.endIndex ?? 0;
  const isNearEnd = end >= count - READ_AHEAD;
  useEffect(() => {
    // After a failure the user decides when to try again.
    if (isNearEnd && more?.hasMore && !more.isLoadingMore && more.error === null) more.showMore();
  });
  const shown = list.getVirtualItems();
  const last = shown.at(-1);
  return {
    container,
    isLong,
    measure: list.measureElement,
    rows: shown.map(({ index, start }, place) => {
      const before = shown[place - 1];
      return { index, gap: before ? start - before.end - spacing : 0 };
    }),
    above: (shown[0]?.start ?? top) - top,
    below: last ? list.getTotalSize() - (last.end - top) : 0,
    scrollTo: (index) => list.scrollToIndex(index),
    moveFocus(step) {
      const at = focus.index();
      const to = at === null ? (list.range?.startIndex ?? 0) : at + step;
      if (to < 0 || to >= count) return;
      if (!focus.move(to)) list.scrollToIndex(to);
    },
  };
}

/** Where the list begins in what is scrolled. */
function useTop(container: RefObject<HTMLElement | null>, count: number): number {
  const [top, setTop] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is above changes with the rows, such as their number.
  useLayoutEffect(() => {
    const scroller = scrollerOf(container.current);
    if (!scroller || !container.current) return;
    const above = container.current.getBoundingClientRect().top;
    setTop(Math.round(above - scroller.getBoundingClientRect().top + scroller.scrollTop));
  }, [container, count]);
  return top;
}

/** The nearest part of the page that scrolls. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element?.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}

function all(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function withRow(range: Range, row: number | null): number[] {
  const indexes = defaultRangeExtractor(range);
  if (row === null || indexes.includes(row)) return indexes;
  return [...indexes, row].sort((a, b) => a - b);
}
