import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export interface FieldTexts {
  label: string;
  hint?: string | undefined;
  /** What is wrong with it, and what to do. */
  error?: string | undefined;
}

/** What every control needs to be connected with its label, its hint and its error. */
export interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

export function FieldFrame({
  label,
  hint,
  error,
  children,
}: FieldTexts & { children(control: ControlProps): ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({
        id,
        className: styles.input,
        'aria-invalid': error !== undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <span className={styles.error} id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
