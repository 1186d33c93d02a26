import { useState } from 'react';
import type { Lead } from '../../../packages/sdk/src/index.ts';
import { mayI, useMe } from '../../session/session.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { EditOrigin } from './edit-origin.tsx';
import { ATTRIBUTION_FIELDS } from './edited-origin.ts';
import styles from './facts.module.css';

/** How the lead found the company, and what the source sent along. */
export function OriginFacts({ lead, onChanged }: { lead: Lead; onChanged(): Promise<void> }) {
  const [isEditing, setIsEditing] = useState(false);
  const canEdit = mayI(useMe(), 'leads:write');
  const { attribution, metadata } = lead;
  const { campaign, utm_campaign } = attribution;
  const known = ATTRIBUTION_FIELDS.filter(
    (name) => name !== 'utm_campaign' || utm_campaign !== campaign,
  ).map((name) => [wordFor(text.number.attribution, name), attribution[name] ?? ''] as const);
  const facts = [...known, ...Object.entries(metadata)].filter(([, value]) => value !== '');
  if (facts.length === 0 && !canEdit) return null;
  return (
    <section aria-label={text.number.origin}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text.number.origin}</h2>
        {canEdit && <Button onClick={() => setIsEditing(true)}>{text.number.edit}</Button>}
      </header>
      {facts.length > 0 && (
        <dl className={`${styles.facts} ${styles.origin}`}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {isEditing && (
        <EditOrigin lead={lead} onChanged={onChanged} onClose={() => setIsEditing(false)} />
      )}
    </section>
  );
}
