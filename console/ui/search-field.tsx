import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { useEffect, useRef, useState } from 'react';
import styles from './search-field.module.css';

/** Long enough not to ask for every letter of a fast typist. */
const WAIT_MS = 120;

/** Says what was typed, a moment after the last letter. */
export function SearchField({
  label,
  hint,
  initial = '',
  onSearch,
}: {
  label: string;
  hint?: string;
  /** What is in it at first; another key begins again. */
  initial?: string;
  onSearch(typed: string): void;
}) {
  const [typed, setTyped] = useState(initial);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    const timer = setTimeout(() => search.current(typed.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className={styles.search}>
      <MagnifyingGlassIcon className={styles.icon} />
      <input
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={hint ?? label}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}
