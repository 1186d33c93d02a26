import type { Lifecycle } from '../../../packages/sdk/src/index.ts';
import { mayI, useMe } from '../../session/session.ts';
import { estimates as store } from '../../store/stores.ts';
import { useNewest } from '../../store/use-entities.ts';
import * as text from '../../text/en.ts';
import { EstimateRows } from './estimate-rows.tsx';
import styles from './estimates.module.css';
import { NewEstimateButton } from './new-estimate.tsx';

/** What was offered under a number. */
export function NumberEstimates({ lifecycle, name }: { lifecycle: Lifecycle; name: string }) {
  const me = useMe();
  const shown = useNewest(store, lifecycle.estimates) ?? [];
  if (!mayI(me, 'estimates:read') && !mayI(me, 'estimates:own')) return null;
  return (
    <section aria-label={text.estimates.title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text.estimates.title}</h2>
        <NewEstimateButton
          person={{
            customerId: lifecycle.customer?.customer_id ?? null,
            leadId: lifecycle.lead.lead_id,
          }}
          name={name}
        />
      </header>
      {shown.length === 0 && <p className={styles.quiet}>{text.estimates.empty}</p>}
      <EstimateRows estimates={shown} />
    </section>
  );
}
