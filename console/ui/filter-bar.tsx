import type { ReactNode } from 'react';
import type { Option } from './field.tsx';
import styles from './filter-bar.module.css';

/** What a list shows: its search and filters, and how much was found. */
export function FilterBar({
  label,
  count,
  hint,
  children,
}: {
  label: string;
  /** How much was found; undefined before it is known, and left out if the list does not say. */
  count?: string | false | undefined;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.bar} aria-label={label}>
      {children}
      {count !== undefined && (
        <span role="status" className={styles.count}>
          {count}
        </span>
      )}
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </fieldset>
  );
}

/** A filter whose choices say what it is about, so that it needs no label above it. */
export function FilterSelect({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: string | undefined;
  options: readonly Option[];
  onChoose(value: string): void;
}) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
