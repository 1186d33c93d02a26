import type { SourceReceipt } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import styles from '../../ui/json.module.css';
import { CopyButton } from '../../ui/json.tsx';
import { Loaded } from '../../ui/loaded.tsx';

/** All that is kept of what arrived; lists have only the beginning. */
export function Payload({ receipt: { receipt_id } }: { receipt: SourceReceipt }) {
  const receipt = useQuery(`receipt ${receipt_id}`, {
    load: (signal) => api.receipts.get(receipt_id, { signal }),
    isAffectedBy: (event) => kindOf(event) === 'quarantine',
  });
  const label = text.quarantine.payload;
  return (
    <Loaded of={receipt}>
      {({ payload, payload_encoding }) => {
        if (payload === null) return <p>{text.quarantine.noPayload}</p>;
        const content = payload_encoding === 'text' ? readable(payload) : payload;
        return (
          <section className={styles.json} aria-label={label}>
            <header className={styles.header}>
              <h3 className={styles.label}>{label}</h3>
              <CopyButton label={text.copyOf(label)} content={content} />
            </header>
            {payload_encoding !== 'text' && <p>{text.quarantine.isBinary}</p>}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
            <pre className={styles.content} tabIndex={0}>
              {content}
            </pre>
          </section>
        );
      }}
    </Loaded>
  );
}

/** JSON with a line for each value; everything else as it is. */
function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
