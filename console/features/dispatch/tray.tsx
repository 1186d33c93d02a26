import type { Ref } from 'react';
import * as text from '../../text/en.ts';
import type { Formats } from '../../time/format.ts';
import styles from './board.module.css';
import type { CardHandlers } from './board.tsx';
import type { VisitCard } from './board-data.ts';
import { VisitCardButton } from './visit-card.tsx';

/** Visits without a person. A card that is dropped here loses its person. */
export function Tray({
  ref,
  cards,
  lateCount,
  formats,
  reachable,
  handlers,
}: {
  ref: Ref<HTMLElement>;
  cards: readonly VisitCard[];
  lateCount: number;
  formats: Formats;
  reachable: string | null;
  handlers: CardHandlers;
}) {
  return (
    <aside ref={ref} className={styles.tray} aria-label={text.dispatch.tray}>
      <h2>
        {text.dispatch.tray} <span className={styles.count}>{cards.length}</span>
      </h2>
      {lateCount > 0 && <p className={styles.late}>{text.dispatch.late(lateCount)}</p>}
      {cards.length === 0 && <p className={styles.quiet}>{text.dispatch.trayEmpty}</p>}
      {cards.map((card) => (
        <VisitCardButton
          key={card.id}
          card={card}
          lane={text.dispatch.tray}
          formats={formats}
          isReachable={card.id === reachable}
          handlers={handlers}
        />
      ))}
    </aside>
  );
}
