import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import type { InboxItem } from '../../../packages/sdk/src/index.ts';
import { useKeys } from '../../keys/keys.ts';
import type { MorePages } from '../../store/use-pages.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { LongList } from '../../ui/long-list.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useLongList } from '../../ui/use-long-list.ts';
import { useHeldBack } from './held-back.ts';
import styles from './inbox.module.css';
import { dismissDuplicate, markDone, mergeDuplicate } from './inbox-actions.ts';
import { InboxRow } from './inbox-row.tsx';
import type { RowQuestion } from './row-dialog.tsx';

const RowDialog = later(async () => (await import('./row-dialog.tsx')).RowDialog);
const ROW_PX = 72;

/** The rows, with one selected: J and K move, and every other key acts on the selected row. */
export function InboxList({
  items,
  isStale,
  more,
  zone,
  canWrite,
  canBook,
  onHide,
  onShow,
}: {
  items: readonly InboxItem[];
  isStale: boolean;
  more: MorePages;
  zone: string;
  canWrite: boolean;
  canBook: boolean;
  onHide(number: string): void;
  onShow(): void;
}) {
  const navigate = useNavigate();
  const { shown, held, reveal } = useHeldBack(items, isStale);
  const [at, setAt] = useState(0);
  const [asked, setAsked] = useState<RowQuestion | null>(null);
  const index = Math.min(at, shown.length - 1);
  const selected = shown[index];
  const rows = useLongList<HTMLUListElement>({
    count: shown.length,
    keyOf: (row) => shown[row]?.lifecycle_number ?? '',
    rowHeight: ROW_PX,
    more,
  });
  const rowOf = (item: InboxItem) => ({ hide: () => onHide(item.lifecycle_number), show: onShow });
  const done = (item: InboxItem) => void markDone(item, rowOf(item));
  const newest = useRef(done);
  newest.current = done;
  const onDone = useCallback((item: InboxItem) => newest.current(item), []);
  const select = (next: number) => {
    const to = Math.max(0, Math.min(shown.length - 1, next));
    setAt(to);
    rows.scrollTo(to);
  };
  // The row that has just arrived is what Enter is for.
  const open = () => {
    const item = held[0] ?? selected;
    if (item) void navigate({ to: '/n/$number', params: { number: item.lifecycle_number } });
  };
  useKeys([
    { keys: 'j', label: text.inbox.next, run: () => select(index + 1) },
    { keys: 'k', label: text.inbox.previous, run: () => select(index - 1) },
    { keys: 'Enter', label: text.inbox.open, run: open },
    ...(canWrite && selected ? decisions(selected, { done, ask: setAsked }) : []),
    ...(canBook && selected ? [bookingOf(selected, setAsked)] : []),
  ]);
  return (
    <>
      <div role="status">
        {held.length > 0 && <Button onClick={reveal}>{text.inbox.newRows(held.length)}</Button>}
      </div>
      <LongList
        rows={rows}
        items={shown}
        keyOf={({ lifecycle_number }) => lifecycle_number}
        label={text.inbox.listLabel}
        className={styles.list}
        hasMore={more.hasMore}
      >
        {(item, row) => (
          <InboxRow item={item} isSelected={row === index} canWrite={canWrite} onDone={onDone} />
        )}
      </LongList>
      <ShowMore {...more} />
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

/** What the keys do with the selected row. */
function decisions(
  item: InboxItem,
  { done, ask }: { done(item: InboxItem): void; ask(question: RowQuestion): void },
) {
  return [
    { keys: 'e', label: text.inbox.done, run: () => done(item) },
    { keys: 'h', label: text.inbox.snooze, run: () => ask({ about: 'snooze', item }) },
    { keys: 'a', label: text.leads.assign, run: () => ask({ about: 'assign', item }) },
    { keys: 'w', label: text.number.lose, run: () => ask({ about: 'lose', item }) },
    { keys: 'd', label: text.inbox.same, run: () => void mergeDuplicate(item) },
    { keys: 'x', label: text.inbox.notSame, run: () => void dismissDuplicate(item) },
  ];
}

function bookingOf(item: InboxItem, ask: (question: RowQuestion) => void) {
  return { keys: 'b', label: text.number.book, run: () => ask({ about: 'book', item }) };
}
