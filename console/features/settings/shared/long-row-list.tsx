import type { ReactNode } from 'react';
import type { MorePages } from '../../../store/use-pages.ts';
import { LongList } from '../../../ui/long-list.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { useLongList } from '../../../ui/use-long-list.ts';
import styles from './list.module.css';

const ROW_HEIGHT = 60;

/** Rows with a line around them, of a list that can have any number of them. */
export function LongRowList<Item>({
  label,
  items,
  keyOf,
  more,
  children,
}: {
  label: string;
  items: readonly Item[];
  keyOf(item: Item): string;
  more: MorePages;
  children(item: Item): ReactNode;
}) {
  const shown = useLongList<HTMLUListElement>({
    count: items.length,
    keyOf: (index) => {
      const item = items[index];
      return item === undefined ? '' : keyOf(item);
    },
    rowHeight: ROW_HEIGHT,
    more,
  });
  return (
    <>
      <LongList
        rows={shown}
        items={items}
        keyOf={keyOf}
        label={label}
        className={styles.list}
        hasMore={more.hasMore}
      >
        {children}
      </LongList>
      <ShowMore {...more} />
    </>
  );
}
