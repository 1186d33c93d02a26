import type { ReactNode } from 'react';
import styles from './scroll-area.module.css';

/** Something wide or long that scrolls by itself, also with the keyboard. */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      className={styles.area}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
      tabIndex={0}
    >
      {children}
    </section>
  );
}
