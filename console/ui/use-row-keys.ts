import type { RefObject } from 'react';
import { useKeys } from '../keys/keys.ts';
import { text } from '../text/en.ts';

/** J and K move through the rows of a list; Enter opens the one with the focus, because a row is a link. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])];
    const at = rows.findIndex((row) => row.matches(':focus'));
    const next = at < 0 ? rows[0] : rows[at + step];
    next?.focus();
  };
  useKeys([
    { keys: 'j', label: text.inbox.next, run: () => move(1) },
    { keys: 'k', label: text.inbox.previous, run: () => move(-1) },
  ]);
}
