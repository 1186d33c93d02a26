import { type ComponentProps, useId } from 'react';
import styles from './check-field.module.css';

/** A box to check, with its label and what it means. */
export function CheckField({
  label,
  hint,
  error,
  type = 'checkbox',
  ...input
}: ComponentProps<'input'> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  type?: 'checkbox' | 'radio';
}) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.check}>
      <input
        id={id}
        type={type}
        className={styles.box}
        aria-describedby={described || undefined}
        aria-invalid={error !== undefined}
        {...input}
      />
      <div className={styles.texts}>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span className={styles.hint} id={`${id}-hint`}>
            {hint}
          </span>
        )}
        {error && (
          <span className={styles.error} id={`${id}-error`}>
            {error}
          </span>
        )}
      </div>
    </div>
  );
}
