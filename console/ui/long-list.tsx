import type { ReactNode } from 'react';
import type { LongRows } from './use-long-list.ts';
import { useRowKeys } from './use-row-keys.ts';

/**
 * A list of any length, of which only the rows in view are on the page. Screen readers get the place of each row; the
 * number of all rows is not known before the last page.
 */
export function LongList<Item>({
  rows: { container, rows, measure, above, below },
  items,
  keyOf,
  label,
  className,
  hasMore = false,
  children,
}: {
  rows: LongRows<HTMLUListElement>;
  items: readonly Item[];
  keyOf(item: Item): string;
  label: string;
  className: string | undefined;
  hasMore?: boolean;
  children(item: Item, index: number): ReactNode;
}) {
  return (
    <ul
      ref={container}
      className={className}
      aria-label={label}
      style={{ paddingTop: above, paddingBottom: below }}
    >
      {rows.map(({ index, gap }) => {
        const item = items[index];
        return (
          item !== undefined && (
            <li
              key={keyOf(item)}
              ref={measure}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : items.length}
              style={gap > 0 ? { marginTop: gap } : undefined}
            >
              {children(item, index)}
            </li>
          )
        );
      })}
    </ul>
  );
}

/** A long list whose rows are links: J and K move the focus, Enter opens the row. */
export function LinkList<Item>(props: Parameters<typeof LongList<Item>>[0]) {
  useRowKeys(props.rows.moveFocus);
  return <LongList {...props} />;
}
