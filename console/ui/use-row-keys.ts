import { useKeys } from '../keys/keys.ts';
import * as text from '../text/en.ts';

/** J and K move through the rows of a list; Enter opens the one with the focus, because a row is a link. */
export function useRowKeys(move: (step: 1 | -1) => void): void {
  useKeys([
    { keys: 'j', label: text.inbox.next, run: () => move(1) },
    { keys: 'k', label: text.inbox.previous, run: () => move(-1) },
  ]);
}
