import type { Lead } from '../../../packages/sdk/src/index.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import styles from './facts.module.css';

const NAMES = Object.keys(text.number.attribution) as (keyof typeof text.number.attribution)[];

/** How the lead found the company, and what the source sent along. Nothing at all if neither is known. */
export function OriginFacts({ lead: { attribution, metadata } }: { lead: Lead }) {
  const { campaign, utm_campaign } = attribution;
  const known = NAMES.filter((name) => name !== 'utm_campaign' || utm_campaign !== campaign).map(
    (name) => [wordFor(text.number.attribution, name), attribution[name] ?? ''] as const,
  );
  const facts = [...known, ...Object.entries(metadata)].filter(([, value]) => value !== '');
  if (facts.length === 0) return null;
  return (
    <section aria-label={text.number.origin}>
      <h2 className={styles.title}>{text.number.origin}</h2>
      <dl className={`${styles.facts} ${styles.origin}`}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
