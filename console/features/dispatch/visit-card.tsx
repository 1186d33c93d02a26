import { memo } from 'react';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import type { Formats } from '../../time/format.ts';
import styles from './board.module.css';
import type { CardHandlers } from './board.tsx';
import type { VisitCard } from './board-data.ts';

/** A visit on the board. Its name is what it shows and what it says to screen readers. */
export const VisitCardButton = memo(function VisitCardButton({
  card,
  lane,
  formats,
  isReachable,
  handlers,
  left,
  width,
}: {
  card: VisitCard;
  lane: string;
  formats: Formats;
  isReachable: boolean;
  handlers: CardHandlers;
  /** On the board; in the tray it is as wide as the tray. */
  left?: number;
  width?: number;
}) {
  const { visit } = card;
  const status = wordFor(text.words.appointmentStatus, visit.status);
  return (
    <button
      type="button"
      className={styles.card}
      data-id={card.id}
      data-status={visit.status}
      data-stranded={card.isStranded}
      tabIndex={isReachable ? 0 : -1}
      style={left === undefined ? undefined : { position: 'absolute', left, width }}
      onPointerDown={(event) => handlers.onPointerDown(event, card, modeAt(event))}
      onKeyDown={(event) => handlers.onKeyDown(event, card)}
      onFocus={() => handlers.onFocus(card)}
    >
      <strong>{card.title}</strong>
      <span>
        {card.about} {formats.time(card.start)}
      </span>
      <span className="visually-hidden">
        {text.dispatch.cardSaid(formats.time(card.end), status, lane)}
        {card.isStranded && text.dispatch.stranded}
      </span>
    </button>
  );
});

const RESIZE_PX = 8;

/** The right edge changes the length. */
function modeAt(event: React.PointerEvent): 'move' | 'resize' {
  const { right, width } = event.currentTarget.getBoundingClientRect();
  return width > 3 * RESIZE_PX && right - event.clientX < RESIZE_PX ? 'resize' : 'move';
}
