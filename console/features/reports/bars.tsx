import * as text from '../../text/en.ts';
import styles from './bars.module.css';
import { type ListBehind, ListLink } from './list-link.tsx';

export interface Bar {
  /** If two bars can have the same label. */
  id?: string;
  label: string;
  /** As it is shown. */
  value: string | number;
  /** From 0 to 1: how long the bar is. */
  length: number;
  /** Beside the value, such as its share. */
  about?: string;
  /** What was counted, if a list can show exactly that. */
  list?: ListBehind | undefined;
}

/** Horizontal bars with their names and numbers as text. A bar that has a list is a link to it. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <ul className={styles.bars} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.id ?? bar.label}>
          {bar.list ? (
            <ListLink className={styles.row} list={bar.list}>
              <Row bar={bar} />{' '}
              <span className="visually-hidden">{text.reports.open[bar.list.of]}</span>
            </ListLink>
          ) : (
            <div className={styles.row}>
              <Row bar={bar} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Row({ bar: { label, value, about, length } }: { bar: Bar }) {
  return (
    <>
      <span className={styles.label}>{label}</span>
      <svg className={styles.bar} aria-hidden="true">
        <rect className={styles.track} width="100%" height="100%" rx="3" />
        <rect
          className={styles.fill}
          width={`${Math.max(length, 0) * 100}%`}
          height="100%"
          rx="3"
        />
      </svg>
      <span className={styles.value}>
        {value} {about && <span className={styles.about}>{about}</span>}
      </span>
    </>
  );
}
