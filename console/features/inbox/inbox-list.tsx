import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { InboxItem } from '../../../packages/sdk/src/index.ts';
import { useKeys } from '../../keys/keys.ts';
import { text } from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { useHeldBack } from './held-back.ts';
import styles from './inbox.module.css';
import { dismissDuplicate, markDone, mergeDuplicate } from './inbox-actions.ts';
import { InboxRow } from './inbox-row.tsx';
import { RowDialog, type RowQuestion } from './row-dialog.tsx';

const ROW_PX = 72;

/** The rows, with one selected: J and K move, and every other key acts on the selected row. */
export function InboxList({
  items,
  isStale,
  hasMore,
  zone,
  canWrite,
  canBook,
  onShowMore,
  onHide,
  onShow,
}: {
  items: readonly InboxItem[];
  isStale: boolean;
  hasMore: boolean;
  zone: string;
  canWrite: boolean;
  canBook: boolean;
  onShowMore(): void;
  onHide(number: string): void;
  onShow(): void;
}) {
  const navigate = useNavigate();
  const { shown, held, reveal } = useHeldBack(items, isStale);
  const [at, setAt] = useState(0);
  const [asked, setAsked] = useState<RowQuestion | null>(null);
  const index = Math.min(at, shown.length - 1);
  const selected = shown[index];
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (row) => shown[row]?.lifecycle_number ?? row,
    overscan: 8,
  });
  const rowOf = (item: InboxItem) => ({ hide: () => onHide(item.lifecycle_number), show: onShow });
  const select = (next: number) => {
    const to = Math.max(0, Math.min(shown.length - 1, next));
    setAt(to);
    rows.scrollToIndex(to);
  };
  // The row that has just arrived is what Enter is for.
  const open = () => {
    const item = held[0] ?? selected;
    if (item) void navigate({ to: '/n/$number', params: { number: item.lifecycle_number } });
  };
  const onSelected = (run: (item: InboxItem) => void) => () => selected && run(selected);
  const ask = (about: RowQuestion['about']) => onSelected((item) => setAsked({ about, item }));
  useKeys([
    { keys: 'j', label: text.inbox.next, run: () => select(index + 1) },
    { keys: 'k', label: text.inbox.previous, run: () => select(index - 1) },
    { keys: 'Enter', label: text.inbox.open, run: open },
    ...(canWrite
      ? [
          {
            keys: 'e',
            label: text.inbox.done,
            run: onSelected((one) => void markDone(one, rowOf(one))),
          },
          { keys: 'h', label: text.inbox.snooze, run: ask('snooze') },
          { keys: 'a', label: text.leads.assign, run: ask('assign') },
          { keys: 'd', label: text.inbox.same, run: onSelected((one) => void mergeDuplicate(one)) },
          {
            keys: 'x',
            label: text.inbox.notSame,
            run: onSelected((one) => void dismissDuplicate(one)),
          },
        ]
      : []),
    ...(canBook ? [{ keys: 'b', label: text.number.book, run: ask('book') }] : []),
  ]);
  return (
    <>
      <div role="status">
        {held.length > 0 && <Button onClick={reveal}>{text.inbox.newRows(held.length)}</Button>}
      </div>
      <div ref={scroller} className={styles.scroll}>
        <ul
          className={styles.list}
          style={{ height: rows.getTotalSize() }}
          aria-label={text.inbox.listLabel}
        >
          {rows.getVirtualItems().map(({ index: row, start, key }) => {
            const item = shown[row];
            return (
              item && (
                <li
                  key={key}
                  ref={rows.measureElement}
                  data-index={row}
                  className={styles.item}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <InboxRow
                    item={item}
                    isSelected={row === index}
                    canWrite={canWrite}
                    onDone={() => void markDone(item, rowOf(item))}
                  />
                </li>
              )
            );
          })}
        </ul>
        {hasMore && <Button onClick={onShowMore}>{text.showMore}</Button>}
      </div>
      {asked && (
        <RowDialog
          question={asked}
          row={rowOf(asked.item)}
          zone={zone}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
