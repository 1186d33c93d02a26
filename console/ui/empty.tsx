import type { ReactNode } from 'react';
import styles from './empty.module.css';

/** A list without anything in it: one sentence, and the button that fills it. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}
