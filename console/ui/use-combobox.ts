import { type KeyboardEvent, useMemo, useState } from 'react';
import { matchesWords } from '../shell/match-words.ts';

export interface ComboboxOption {
  value: string;
  label: string;
  /** More words to find it by. */
  words?: string;
}

/** More are not read by anyone; typing narrows them. */
const MAX_SHOWN = 60;

/** What is typed, found and chosen. Text that matches nothing becomes the last choice again when the field is left. */
export function useCombobox(
  options: readonly ComboboxOption[],
  initial: string,
  onChoose: (value: string) => void = () => {},
) {
  const [value, setValue] = useState(initial);
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const found = useMemo(() => find(options, typed ?? ''), [options, typed]);
  const isOpen = typed !== null;
  const current = Math.min(at, found.length - 1);
  const chosen = options.find((option) => option.value === value);

  const open = (query: string) => {
    setTyped(query);
    const known = query === '' ? options.findIndex((option) => option.value === value) : 0;
    setAt(Math.max(0, known));
  };
  const close = () => setTyped(null);
  const choose = (option: ComboboxOption | undefined) => {
    close();
    if (!option) return;
    setValue(option.value);
    onChoose(option.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isOwn = step !== undefined || (isOpen && ['Enter', 'Escape'].includes(event.key));
    if (!isOwn) return;
    event.preventDefault();
    event.stopPropagation();
    if (step !== undefined) {
      if (!isOpen) open('');
      else if (found.length > 0) setAt((current + step + found.length) % found.length);
    } else if (event.key === 'Enter') choose(found[current]);
    else close();
  };
  const shown = typed ?? chosen?.label ?? value;
  return { value, shown, found, current, isOpen, open, close, choose, onKeyDown };
}

function find(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  if (typed === '') return options;
  return options
    .filter(({ label, words = '' }) => matchesWords(`${label} ${words}`, typed))
    .slice(0, MAX_SHOWN);
}
