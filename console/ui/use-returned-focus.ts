import { useState } from 'react';

/** By window: what had the focus when it was opened, the nearest first. */
const openers = new WeakMap<Element, readonly HTMLElement[]>();

/**
 * A window gives the focus back to what opened it. If that is gone, it goes to what opened that one: the button of the
 * menu, or the button of the window before. If all are gone, such as with their row, it goes to the content of the page.
 */
export function useReturnedFocus(): ReturnType<typeof returnTo> {
  const [handlers] = useState(() => returnTo(openersOf(document.activeElement)));
  return handlers;
}

function returnTo(before: readonly HTMLElement[]) {
  return {
    ref(window: HTMLElement | null) {
      if (window) openers.set(window, before);
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      // What was opened next, or has just been moved, may have it already.
      if (document.activeElement !== document.body || before.length === 0) return;
      const opener = before.find(({ isConnected }) => isConnected);
      (opener ?? document.getElementById('main'))?.focus({ preventScroll: true });
    },
  };
}

function openersOf(focused: Element | null): readonly HTMLElement[] {
  if (!(focused instanceof HTMLElement) || focused === document.body) return [];
  const menu = focused.closest('[role=menu]');
  if (menu) return openersOf(document.getElementById(menu.getAttribute('aria-labelledby') ?? ''));
  const window = focused.closest('[role=dialog]');
  return [focused, ...((window && openers.get(window)) ?? [])];
}
