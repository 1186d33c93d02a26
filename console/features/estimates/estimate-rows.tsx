import { Link } from '@tanstack/react-router';
import type { Estimate } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { EstimateBadge } from './estimate-badge.tsx';
import styles from './estimates.module.css';
import { priceText } from './price-text.ts';

/** Each version in one row: what it is, what it comes to, and what has become of it. */
export function EstimateRows({ estimates }: { estimates: readonly Estimate[] }) {
  return (
    <ul className={styles.list}>
      {estimates.map((estimate) => (
        <li key={estimate.estimate_id} className={styles.row}>
          <span className={styles.content}>
            <Link to="/estimates/$id" params={{ id: estimate.estimate_id }}>
              {`${estimate.number} ${estimate.title}`}
            </Link>
            <span className={styles.quiet}>
              {priceText(estimate)}
              {estimate.version > 1 && ` · ${text.estimates.version(estimate.version)}`}
            </span>
          </span>
          <EstimateBadge estimate={estimate} />
        </li>
      ))}
    </ul>
  );
}
