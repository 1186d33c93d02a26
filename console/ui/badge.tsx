import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type BadgeLook = 'plain' | 'accent' | 'ok' | 'warn' | 'danger';

/** A short word about the state of something. Its meaning is in the word, not only in the color. */
export function Badge({ look = 'plain', children }: { look?: BadgeLook; children: ReactNode }) {
  return (
    <span className={styles.badge} data-look={look}>
      {children}
    </span>
  );
}
