import { useLayoutEffect, useRef } from 'react';

/** A part without a field does not wait for it longer than this. */
const FIELD_MS = 500;

/** What is typed while a part of the page is still being loaded goes into its field as soon as that has the focus. */
export function useTypedAhead(isThere: boolean): void {
  const typed = useRef('');
  const isWaiting = useRef(!isThere);
  useLayoutEffect(() => {
    if (!isWaiting.current) return;
    const end = new AbortController();
    const { signal } = end;
    addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey, altKey }) => {
        if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
        else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) typed.current += key;
      },
      { signal },
    );
    const stop = () => {
      isWaiting.current = false;
      end.abort();
    };
    if (isThere) {
      // A window is drawn in two steps: its field does not exist yet.
      const give = ({ target }: FocusEvent) => {
        if (!(target instanceof HTMLInputElement)) return;
        stop();
        queueMicrotask(() => typeInto(target, typed.current));
      };
      addEventListener('focusin', give, { signal });
      const timer = setTimeout(stop, FIELD_MS);
      signal.addEventListener('abort', () => clearTimeout(timer));
    }
    return () => end.abort();
  }, [isThere]);
}

/** As if it was typed: React does not notice a value that is set through the element itself. */
function typeInto(field: HTMLInputElement, letters: string): void {
  if (letters === '') return;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(field, letters + field.value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
