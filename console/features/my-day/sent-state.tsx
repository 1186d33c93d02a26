import { useState } from 'react';
import type { Outbox, OutboxEntry } from '../../offline/outbox.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './my-day.module.css';

/** "All sent", "2 waiting", or what a person must decide on. */
export function SentState({
  outbox,
  entries,
}: {
  outbox: Outbox;
  entries: readonly OutboxEntry[];
}) {
  const [isOpen, setIsOpen] = useState(false);
  const refused = entries.filter(({ refusal }) => refusal !== null).length;
  if (entries.length === 0) {
    return (
      <span role="status" className={styles.quiet}>
        {text.myDay.allSent}
      </span>
    );
  }
  return (
    <>
      <span role="status">
        <Button onClick={() => setIsOpen(true)}>
          {refused > 0 ? text.myDay.needsYou(refused) : text.myDay.waiting(entries.length)}
        </Button>
      </span>
      {isOpen && (
        <Dialog title={text.myDay.waitingTitle} onClose={() => setIsOpen(false)}>
          <ul className={styles.stops}>
            {entries.map(({ id, operation, refusal }) => (
              <li key={id} className={styles.stop}>
                <strong>{wordFor(text.myDay.what, operation)}</strong>
                {refusal !== null && (
                  <>
                    <span className={styles.refusal}>{refusal}</span>
                    <Button onClick={() => void outbox.retry(id)}>{text.myDay.sendAgain}</Button>
                    <Button look="danger" onClick={() => void outbox.drop(id)}>
                      {text.myDay.drop}
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
