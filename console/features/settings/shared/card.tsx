import type { ReactNode } from 'react';
import styles from './card.module.css';

/** One topic of a page: what it is on the left, the settings beside it. */
export function Card({
  title,
  intro,
  actions,
  children,
  layout = 'beside',
}: {
  title: string;
  intro?: string | undefined;
  actions?: ReactNode;
  children?: ReactNode;
  /** `below` for content that needs the whole width. */
  layout?: 'beside' | 'below';
}) {
  return (
    <section className={styles.card} data-layout={layout} aria-label={title}>
      <header className={styles.header}>
        <div>
          <h2 className={styles.title}>{title}</h2>
          {intro && <p className={styles.intro}>{intro}</p>}
        </div>
        {actions}
      </header>
      {children !== undefined && <div className={styles.content}>{children}</div>}
    </section>
  );
}
