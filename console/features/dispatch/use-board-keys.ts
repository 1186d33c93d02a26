import { useRef } from 'react';
import * as text from '../../text/en.ts';
import type { VisitCard } from './board-data.ts';
import type { BoardFrame, Drag } from './drag.ts';
import { clampPlace, conflictAt, neighbourOf, type Place } from './geometry.ts';
import type { Lanes } from './move-visit.ts';

const MINUTE = 60_000;
const LARGE_STEP = 4;

/**
 * The board by keyboard: arrows move the focus; Space picks a card up, then arrows move the card, Enter drops it and
 * Escape puts it back. Everything is said, because a ghost cannot be seen by everyone.
 */
export function useBoardKeys({
  frame,
  lanes,
  paint,
  drop,
  say,
  onOpen,
  onAsk,
  onWhy,
}: {
  frame(): BoardFrame | null;
  lanes: Lanes;
  paint(drag: Drag | null): void;
  drop(drag: Drag): void;
  say(sentence: string): void;
  onOpen(id: string): void;
  onAsk(card: VisitCard): void;
  /** `picked`: the card that is held over this place, and Enter drops it there. */
  onWhy(place: Place, picked: VisitCard | null): void;
}): (event: React.KeyboardEvent, card: VisitCard) => void {
  const picked = useRef<Drag | null>(null);

  const show = (card: VisitCard, place: Place, board: BoardFrame) => {
    const conflict = conflictAt(board.cards, card.of, place, board.bufferMs);
    picked.current = { card, place, conflict };
    paint(picked.current);
    const { formats, nameOf } = lanes;
    const where = [nameOf(place.lane), formats.time(place.start), formats.time(place.end)] as const;
    say(
      conflict
        ? text.dispatch.placeTaken(...where, conflict.title)
        : text.dispatch.placeFree(...where),
    );
  };

  const onPicked = (event: React.KeyboardEvent, drag: Drag, board: BoardFrame): boolean => {
    if (event.key === 'Escape') {
      picked.current = null;
      paint(null);
      say(text.dispatch.putBack);
    } else if (event.key === 'Enter' || event.key === ' ') {
      picked.current = null;
      drop(drag);
    } else if (event.key === 'w') {
      onWhy(drag.place, drag.card);
    } else {
      const place = placeAfter(event, drag, board);
      if (!place) return false;
      show(drag.card, place, board);
    }
    return true;
  };

  const onFree = (event: React.KeyboardEvent, card: VisitCard, board: BoardFrame): boolean => {
    if (event.key === ' ') {
      show(
        card,
        { lane: card.lane ?? board.lanes[0] ?? null, start: card.start, end: card.end },
        board,
      );
      say(text.dispatch.pickedUp);
    } else if (event.key === 'Enter') {
      onOpen(card.id);
    } else if (event.key === 'a') {
      onAsk(card);
    } else if (event.key === 'w') {
      onWhy(card, null);
    } else if (event.key.startsWith('Arrow')) {
      const next = neighbourOf(board.cards, [...board.lanes, null], card, event.key);
      if (next) document.querySelector<HTMLElement>(`[data-id="${next.id}"]`)?.focus();
    } else {
      return false;
    }
    return true;
  };

  return (event, card) => {
    const board = frame();
    if (board === null) return;
    const drag = picked.current?.card.id === card.id ? picked.current : null;
    const isUsed = drag ? onPicked(event, drag, board) : onFree(event, card, board);
    if (isUsed) event.preventDefault();
  };
}

/** Where an arrow moves a card that is picked up; null for other keys. */
function placeAfter(
  { key, shiftKey, altKey }: React.KeyboardEvent,
  { place }: Drag,
  { lanes, scale }: BoardFrame,
): Place | null {
  const minutes = (altKey ? 5 : scale.stepMinutes) * (shiftKey ? LARGE_STEP : 1);
  const by = { ArrowLeft: -minutes, ArrowRight: minutes }[key];
  if (by !== undefined) {
    const start = place.start + by * MINUTE;
    return clampPlace(scale, { ...place, start, end: start + place.end - place.start });
  }
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (step === undefined) return null;
  const row = Math.max(0, Math.min(lanes.length - 1, lanes.indexOf(place.lane ?? '') + step));
  return { ...place, lane: lanes[row] ?? null };
}
