import { Link } from '@tanstack/react-router';
import styles from './tab-links.module.css';

/** The parts of a screen that have an address of their own. */
export function TabLinks({
  label,
  links,
}: {
  label: string;
  links: readonly { to: string; label: string }[];
}) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {links.map((link) => (
        <Link
          key={link.to}
          className={styles.tab}
          to={link.to}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {link.label}
        </Link>
      ))}
    </nav>
  );
}
