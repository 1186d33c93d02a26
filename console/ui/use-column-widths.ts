import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Columns of a long table only become wider while the user scrolls: it is as wide as the rows that are on the page, and
 * would otherwise move with every row. Long texts take the rest.
 */
export function useColumnWidths(isLong: boolean): RefObject<HTMLTableRowElement | null> {
  const head = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    if (!isLong) return;
    const cells = cellsOf(head.current).filter((cell) => !cell.dataset.text);
    const widths = cells.map((cell) => cell.offsetWidth);
    for (const [index, cell] of cells.entries()) cell.style.minWidth = `${widths[index]}px`;
  });
  useEffect(() => {
    const onResize = () => {
      for (const cell of cellsOf(head.current)) cell.style.minWidth = '';
    };
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  return head;
}

function cellsOf(row: HTMLTableRowElement | null): readonly HTMLTableCellElement[] {
  return [...(row?.cells ?? [])];
}
