import { memo } from 'react';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import type { Formats } from '../../time/format.ts';
import styles from './board.module.css';
import type { VisitCard } from './board-data.ts';
import type { CardHandlers } from './use-card-handlers.ts';

/** A visit on the board. Its name is what it shows and what it says to screen readers. */
export const VisitCardButton = memo(function VisitCardButton({
  card,
  lane,
  formats,
  isReachable,
  handlers,
  from,
  length,
  isVertical = false,
}: {
  card: VisitCard;
  lane: string;
  formats: Formats;
  isReachable: boolean;
  handlers: CardHandlers;
  /** Along the time, on the board; in the tray it is as wide as the tray. */
  from?: number;
  length?: number;
  isVertical?: boolean;
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
      data-crew={card.isCrew}
      tabIndex={isReachable ? 0 : -1}
      style={from === undefined ? undefined : placeOf(from, length, isVertical)}
      onPointerDown={(event) => handlers.onPointerDown(event, card, modeAt(event, isVertical))}
      onKeyDown={(event) => handlers.onKeyDown(event, card)}
      onFocus={() => handlers.onFocus(card)}
    >
      <strong>{card.title}</strong>
      <span className={styles.facts}>
        <span>{card.about} </span>
        <span>{formats.time(card.start)}</span>
      </span>
      <span className="visually-hidden">
        {text.dispatch.cardSaid(formats.time(card.end), status, lane)}
        {card.isCrew && text.dispatch.inCrew}
        {card.isStranded && text.dispatch.stranded}
      </span>
    </button>
  );
});

function placeOf(from: number, length: number | undefined, isVertical: boolean) {
  return isVertical
    ? ({ position: 'absolute', top: from, height: length } as const)
    : ({ position: 'absolute', left: from, width: length } as const);
}

const RESIZE_PX = 8;

/** The end of a card changes its length. */
function modeAt(event: React.PointerEvent, isVertical: boolean): 'move' | 'resize' {
  const { right, width, bottom, height } = event.currentTarget.getBoundingClientRect();
  const length = isVertical ? height : width;
  const left = isVertical ? bottom - event.clientY : right - event.clientX;
  return length > 3 * RESIZE_PX && left < RESIZE_PX ? 'resize' : 'move';
}
