import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/** The rows of a long list that are on the page now; the others are only empty space above and below. */
export function useLongList(count: number, rowHeight: number) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const main = document.getElementById('main');
    if (!main || !list.current) return;
    const distance = list.current.getBoundingClientRect().top - main.getBoundingClientRect().top;
    setTop(Math.round(distance + main.scrollTop));
  }, []);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => document.getElementById('main'),
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
  });
  const shown = rows.getVirtualItems();
  const first = shown[0];
  const last = shown.at(-1);
  return {
    list,
    measure: rows.measureElement,
    indexes: shown.map(({ index }) => index),
    above: first ? first.start - top : 0,
    below: last ? rows.getTotalSize() - (last.end - top) : 0,
  };
}
