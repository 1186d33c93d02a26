import { type ReactNode, type Ref, useState } from 'react';
import * as text from '../../text/en.ts';
import type { Formats } from '../../time/format.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import styles from './board.module.css';
import type { VisitCard } from './board-data.ts';
import type { CardHandlers } from './use-card-handlers.ts';
import { VisitCardButton } from './visit-card.tsx';

/** The edge of the sheet that the tray is on a narrow page. */
function Sheet({
  isOpen,
  onChange,
  children,
}: {
  isOpen: boolean;
  onChange(isOpen: boolean): void;
  children: ReactNode;
}) {
  return (
    <h2>
      <button
        type="button"
        className={styles.sheet}
        aria-expanded={isOpen}
        onClick={() => onChange(!isOpen)}
      >
        {children}
      </button>
    </h2>
  );
}

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
  const isNarrow = useNarrow();
  const [isOpen, setIsOpen] = useState(false);
  const title = (
    <>
      {text.dispatch.tray} <span className={styles.count}>{cards.length}</span>
    </>
  );
  if (isNarrow && !isOpen) {
    return (
      <aside ref={ref} className={styles.tray} aria-label={text.dispatch.tray}>
        <Sheet isOpen={false} onChange={setIsOpen}>
          {title}
        </Sheet>
      </aside>
    );
  }
  return (
    <aside ref={ref} className={styles.tray} aria-label={text.dispatch.tray}>
      {isNarrow ? (
        <Sheet isOpen onChange={setIsOpen}>
          {title}
        </Sheet>
      ) : (
        <h2>{title}</h2>
      )}
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
