import { useLayoutEffect, useRef } from 'react';

/** What a key does on the page that is shown; its label is in the list of keys. */
export interface KeyBinding {
  /** `j`, `Enter`, `mod+k` (Ctrl, or ⌘ on a Mac), `g i` (one after the other), `?`. */
  keys: string;
  label: string;
  run(): void;
  /** Also while a field has the focus. */
  inFields?: boolean;
}

const SEQUENCE_MS = 1_000;
const OFF = 'throughline.keys-off';

/** Null where a dialog begins: the keys of the page below do not work while it is open. */
const active: { current: readonly KeyBinding[] | null }[] = [];
let prefix = '';
let prefixTimer: ReturnType<typeof setTimeout> | undefined;

/** Keys that work while the component is shown, from the moment on which it is drawn. The newest component wins. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const current = useRef(bindings);
  current.current = bindings;
  useLayoutEffect(() => {
    active.push(current);
    return () => {
      active.splice(active.indexOf(current), 1);
    };
  }, []);
}

/** Keys of the page do not work in what follows, until this component is gone. */
export function KeyBoundary() {
  useLayoutEffect(() => {
    const boundary = { current: null };
    active.push(boundary);
    return () => {
      active.splice(active.indexOf(boundary), 1);
    };
  }, []);
  return null;
}

/** Of all components that can be used now, for the list of keys. */
export function bindingsNow(): readonly KeyBinding[] {
  const boundary = active.findLastIndex(({ current }) => current === null);
  return active.slice(boundary + 1).flatMap(({ current }) => current ?? []);
}

export function areLettersOff(): boolean {
  return localStorage.getItem(OFF) !== null;
}

export function switchLetters(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, 'yes');
}

const FIELDS = 'input, textarea, select, [contenteditable]';
/** They have their own meaning of Enter and Space. */
const CONTROLS = 'button, a, summary, [role=option], [role=menuitem]';

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const { target } = event;
  const isField = target instanceof Element && target.matches(FIELDS);
  const pressed = nameOf(event);
  const isLetter = pressed.length === 1;
  if (isPress(pressed) && target instanceof Element && target.closest(CONTROLS)) return;
  if (isLetter && (isField || areLettersOff())) return;
  const binding =
    find(`${prefix} ${pressed}`, isField) ?? (prefix === '' ? find(pressed, isField) : undefined);
  const isPrefix = prefix === '' && isLetter && hasPrefix(pressed);
  clearTimeout(prefixTimer);
  prefix = '';
  if (binding) {
    event.preventDefault();
    binding.run();
  } else if (isPrefix) {
    prefix = pressed;
    prefixTimer = setTimeout(() => {
      prefix = '';
    }, SEQUENCE_MS);
  }
}

function isPress(pressed: string): boolean {
  return pressed === 'Enter' || pressed === ' ';
}

function find(keys: string, isField: boolean): KeyBinding | undefined {
  const wanted = keys.trim();
  return bindingsNow().findLast((one) => one.keys === wanted && (!isField || one.inFields));
}

function hasPrefix(pressed: string): boolean {
  return bindingsNow().some(({ keys }) => keys.startsWith(`${pressed} `));
}

/** `mod+k`, `shift+Enter`, `j`, `?`. */
export function nameOf(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}): string {
  const { key } = event;
  const isLetter = key.length === 1;
  const parts = [
    (event.ctrlKey || event.metaKey) && 'mod',
    event.altKey && 'alt',
    event.shiftKey && !isLetter && 'shift',
    isLetter ? key.toLowerCase() : key,
  ];
  return parts.filter(Boolean).join('+');
}

/** For people: `⌘K` on a Mac, `Ctrl K` elsewhere. */
export function shownKeys(keys: string): string {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  return keys
    .split(' ')
    .map((one) =>
      one
        .split('+')
        .map((part) => (part === 'mod' ? (isMac ? '⌘' : 'Ctrl ') : titled(part)))
        .join(''),
    )
    .join(' ');
}

function titled(part: string): string {
  return part.length === 1 ? part.toUpperCase() : part;
}

export function listenToKeys(): void {
  addEventListener('keydown', onKeyDown);
}
