import { Link } from '@tanstack/react-router';
import styles from './tabs.module.css';

/** Screens that belong together, as links above their content. */
export function LinkTabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { to: string; label: string }[];
}) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, label: name }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          // Filters in the address do not make it another screen.
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
