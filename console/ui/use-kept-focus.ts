import { type RefObject, useEffect, useRef } from 'react';

/** The row of a list that has the focus, by its key: other rows may come before it. */
export function useKeptFocus(
  container: RefObject<HTMLElement | null>,
  count: number,
  keyOf: (index: number) => string,
): {
  /** Null if no row has the focus. */
  index(): number | null;
  /** Gives a row the focus: now, or as soon as it is on the page. Returns whether it was now. */
  move(index: number): boolean;
} {
  const focused = useRef<{ key: string; index: number } | null>(null);
  const wanted = useRef<number | null>(null);
  const current = useRef(keyOf);
  current.current = keyOf;
  useEffect(() => {
    const element = container.current;
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      const index = Number(row?.dataset.index);
      focused.current = row ? { key: current.current(index), index } : null;
      wanted.current = null;
    };
    const onBlur = () => {
      focused.current = null;
    };
    element?.addEventListener('focusin', onFocus);
    element?.addEventListener('focusout', onBlur);
    return () => {
      element?.removeEventListener('focusin', onFocus);
      element?.removeEventListener('focusout', onBlur);
    };
  }, [container]);

  const move = (index: number) => {
    const row = `[data-index="${index}"]`;
    const target = container.current?.querySelector<HTMLElement>(
      `${row} [data-row], ${row} a, ${row} button`,
    );
    wanted.current = target ? null : index;
    target?.focus();
    return target !== null && target !== undefined;
  };
  useEffect(() => {
    if (wanted.current !== null) move(wanted.current);
  });
  return {
    index() {
      const known = focused.current;
      if (known === null || (known.index < count && keyOf(known.index) === known.key)) {
        return known?.index ?? null;
      }
      for (let index = 0; index < count; index += 1) {
        if (keyOf(index) === known.key) {
          focused.current = { key: known.key, index };
          return index;
        }
      }
      return null;
    },
    move,
  };
}
