import type { ReactNode } from 'react';
import styles from './list.module.css';

/** The rows of a list, with a line around them. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  icon?: ReactNode;
  name: ReactNode;
  about?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
}

/** One thing of a list: what it is, its state, and what can be done with it. */
export function Row(props: RowProps) {
  return (
    <li>
      <RowContent {...props} />
    </li>
  );
}

/** A row in a list that makes its own items. */
export function RowContent({ icon, name, about, badges, actions }: RowProps) {
  return (
    <div className={styles.row}>
      {icon}
      <div className={styles.main}>
        <span className={styles.name}>{name}</span>
        {about && <span className={styles.about}>{about}</span>}
      </div>
      {badges && <div className={styles.badges}>{badges}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
