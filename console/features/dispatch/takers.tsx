import { useState } from 'react';
import type { Suggestion } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import type { VisitCard } from './board-data.ts';
import styles from './dispatch.module.css';
import { type Lanes, moveVisit } from './move-visit.ts';
import { suggestionsFor } from './suggestions.tsx';

/** Who could take a visit, with the reasons: without keys, and where the board shows one person only. */
export function Takers({
  card,
  lanes,
  onClose,
}: {
  card: VisitCard;
  lanes: Lanes;
  onClose(): void;
}) {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[] | null>(null);
  if (!card.isLive) return null;
  if (suggestions === null) {
    return (
      <div className={styles.steps}>
        <Button onClick={() => void suggestionsFor(card).then(setSuggestions)}>
          {text.dispatch.suggest}
        </Button>
      </div>
    );
  }
  if (suggestions.length === 0) return <p role="status">{text.dispatch.noOneFree}</p>;
  const take = (lane: string) => {
    onClose();
    void moveVisit(card, { lane, start: card.start, end: card.end }, lanes);
  };
  return (
    <ul className={styles.takers} aria-label={text.dispatch.suggest}>
      {suggestions.map(({ user_id, name, reasons }) => (
        <li key={user_id}>
          <button type="button" className={styles.taker} onClick={() => take(user_id)}>
            <strong>{name}</strong>
            <span className={styles.notes}>{reasons.map(({ detail }) => detail).join(' ')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
