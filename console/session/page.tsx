import { type ReactNode, useEffect } from 'react';
import * as text from '../text/en.ts';
import styles from './page.module.css';

/** A page for someone who is not signed in: one card in the middle. */
export function Page({
  title,
  intro,
  children,
  size = 'small',
}: {
  title: string;
  intro?: string;
  children: ReactNode;
  size?: 'small' | 'wide';
}) {
  useEffect(() => {
    document.title = `${title} · ${text.product}`;
  }, [title]);
  return (
    <main className={styles.page}>
      <div className={styles.card} data-size={size}>
        <h1>{title}</h1>
        {intro && <p className={styles.quiet}>{intro}</p>}
        {children}
      </div>
    </main>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return <p className={styles.quiet}>{children}</p>;
}
