import { useEffect, useLayoutEffect, useRef } from 'react';

/** What is typed while a part of the page is still being loaded goes into its field as soon as it is there. */
export function useTypedAhead(isThere: boolean): void {
  const typed = useRef('');
  useLayoutEffect(() => {
    if (isThere) return;
    const end = new AbortController();
    const take = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) typed.current += key;
    };
    addEventListener('keydown', take, { signal: end.signal });
    return () => end.abort();
  }, [isThere]);
  // After the effects of the part: now its field has the focus.
  useEffect(() => {
    if (!isThere) return;
    typeInto(document.activeElement, typed.current);
    typed.current = '';
  }, [isThere]);
}

/** As if it was typed: React does not notice a value that is set through the element itself. */
function typeInto(field: Element | null, letters: string): void {
  if (!(field instanceof HTMLInputElement) || letters === '') return;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(field, letters + field.value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
