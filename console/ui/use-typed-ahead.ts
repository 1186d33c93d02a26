import { useEffect, useRef } from 'react';

/** What is typed while a part of the page is still being loaded goes into its field as soon as it is there. */
export function useTypedAhead(isThere: boolean): void {
  const typed = useRef('');
  useEffect(() => {
    if (isThere) {
      typeInto(document.activeElement, typed.current);
      typed.current = '';
      return;
    }
    const end = new AbortController();
    const take = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) typed.current += key;
    };
    addEventListener('keydown', take, { signal: end.signal });
    return () => end.abort();
  }, [isThere]);
}

function typeInto(field: Element | null, letters: string): void {
  if (!(field instanceof HTMLInputElement) || letters === '') return;
  field.setRangeText(letters, 0, 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
