import { useState } from 'react';
import { wordFor } from '../text/en/words.ts';
import type { FieldText } from '../text/field.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Outbox, OutboxEntry } from './outbox.ts';
import styles from './sent-state.module.css';
import { type Work, workOf } from './work.ts';

/** "All sent", "2 waiting", or what a person must decide on. */
export function SentState({
  outbox,
  entries,
  words,
}: {
  outbox: Outbox;
  entries: readonly OutboxEntry[];
  words: FieldText['outbox'];
}) {
  const [isOpen, setIsOpen] = useState(false);
  const refused = entries.filter(({ refusal }) => refusal !== null).length;
  if (entries.length === 0) {
    return (
      <span role="status" className={styles.quiet}>
        {words.allSent}
      </span>
    );
  }
  return (
    <>
      <span role="status">
        <Button onClick={() => setIsOpen(true)}>
          {refused > 0 ? words.needsYou(refused) : words.waiting(entries.length)}
        </Button>
      </span>
      {isOpen && (
        <Dialog title={words.waitingTitle} onClose={() => setIsOpen(false)}>
          <ul className={styles.list}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} outbox={outbox} words={words} />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

/** What was done, as it was typed, and what a person can decide about it. */
function Entry({
  entry,
  outbox,
  words,
}: {
  entry: OutboxEntry;
  outbox: Outbox;
  words: FieldText['outbox'];
}) {
  const { id, operation, refusal } = entry;
  const typed = typedIn(workOf(entry));
  return (
    <li className={styles.entry}>
      <strong>{wordFor(words.what, operation)}</strong>
      {typed !== null && <span className={styles.typed}>{typed}</span>}
      {refusal !== null && (
        <>
          <span className={styles.refusal}>{refusal}</span>
          <Button onClick={() => void outbox.retry(id)}>{words.sendAgain}</Button>
          <Button look="danger" onClick={() => void outbox.drop(id)}>
            {words.drop}
          </Button>
        </>
      )}
    </li>
  );
}

function typedIn(work: Work): string | null {
  if (work.do === 'note') return work.text;
  return work.do === 'photo' ? work.name : null;
}
