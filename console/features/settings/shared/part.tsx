import type { ReactNode } from 'react';
import fields from '../../../ui/field.module.css';
import styles from './editor.module.css';

/** Fields that belong together, under a heading. */
export function Part({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.part}>
      <legend>{title}</legend>
      {hint && <span className={fields.hint}>{hint}</span>}
      {children}
    </fieldset>
  );
}
