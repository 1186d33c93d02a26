import type { ReactNode } from 'react';
import styles from './job-page.module.css';

/** A part of the page, with what can be done in it. */
export function Section({
  title,
  about,
  action,
  children,
}: {
  title: string;
  about?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.sectionHead}>
        <h2 className={styles.heading}>{title}</h2>
        {about && <span className={styles.quiet}>{about}</span>}
        <div className={styles.sectionAction}>{action}</div>
      </header>
      {children}
    </section>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined);
  return (
    <dl className={styles.facts}>
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
