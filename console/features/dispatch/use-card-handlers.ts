import { useCallback, useMemo, useRef } from 'react';
import { sayRefused } from '../../feedback/feedback.ts';
import * as text from '../../text/en.ts';
import type { BoardProps } from './board.tsx';
import type { VisitCard } from './board-data.ts';
import { type BoardParts, frameOf } from './board-frame.ts';
import { type Drag, followPointer } from './drag.ts';
import { explain, forgetAnswers } from './explain.ts';
import type { Place } from './geometry.ts';
import { paintGhost } from './ghost.ts';
import { moveVisit } from './move-visit.ts';
import { swapVisits } from './swap-visits.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useKeepFocus } from './use-keep-focus.ts';
import { whyAt } from './why.ts';

/** What cards can do; the same object for all, so that a card is drawn again only when it has changed. */
export interface CardHandlers {
  onPointerDown(event: React.PointerEvent, card: VisitCard, mode: 'move' | 'resize'): void;
  onKeyDown(event: React.KeyboardEvent, card: VisitCard): void;
  onFocus(card: VisitCard): void;
}

interface Effects {
  say(sentence: string): void;
  /** Asks who could take the visit. */
  ask(card: VisitCard): void;
  onFocus(card: VisitCard): void;
}

/** Moves cards with the pointer or with the keyboard, and says what happens. */
export function useCardHandlers(
  props: BoardProps & { laneIds: readonly string[] },
  parts: BoardParts,
  { say, ask, onFocus }: Effects,
): CardHandlers {
  const { board, cards, scale, lanes, laneIds, bufferMs, onOpen } = props;
  const frame = () => frameOf(parts, { scale, lanes: laneIds, cards, bufferMs });
  const paint = (drag: Drag | null) =>
    paintGhost(parts.ghost.current, drag, { scale, laneIds, lanes });
  const drop = ({ card, place, conflict }: Drag, isSwap = false) => {
    paint(null);
    forgetAnswers();
    if (conflict && isSwap && canSwap(card, conflict)) void swapVisits(card, conflict);
    else if (conflict) refuse(card, conflict, lanes.nameOf(place.lane));
    else if (place.lane !== card.lane || place.start !== card.start || place.end !== card.end)
      void moveVisit(card, place, lanes);
  };
  const explainPlace = async ({ lane, start }: Place, picked: VisitCard | null) => {
    if (lane === null) return;
    const explained = await explain(lane, board.date, picked?.visit);
    const answer = whyAt(explained, start, cards, lanes.formats);
    const isOffered = picked !== null && answer.canBook;
    say([answer.sentence, isOffered && text.dispatch.why.enterBooks].filter(Boolean).join(' '));
  };
  const keepFocus = useKeepFocus(cards);
  const onKeyDown = useBoardKeys({
    frame,
    lanes,
    paint,
    drop: (drag) => {
      keepFocus(drag.card.id);
      drop(drag);
    },
    say,
    onOpen,
    onAsk: (card) => (scale.isVertical ? onOpen(card.id) : ask(card)),
    onWhy: (place, picked) => void explainPlace(place, picked),
  });
  return useStable({
    onPointerDown(event, card, mode) {
      const now = frame();
      if (event.button !== 0 || now === null) return;
      followPointer(event.nativeEvent, card, mode, now, {
        onMove: paint,
        onDrop: drop,
        onCancel: () => paint(null),
        onClick: () => onOpen(card.id),
      });
    },
    onKeyDown,
    onFocus,
  });
}

/** Says what is in the way, and offers that the two change places. */
function refuse(card: VisitCard, conflict: VisitCard, lane: string): void {
  const swap = { label: text.dispatch.swap, run: () => void swapVisits(card, conflict) };
  sayRefused(text.dispatch.notMoved(lane, conflict.title), canSwap(card, conflict) ? [swap] : []);
}

/** Who goes along has no visit of their own to exchange. */
function canSwap(card: VisitCard, conflict: VisitCard): boolean {
  return !card.isCrew && !conflict.isCrew;
}

function useStable(handlers: CardHandlers): CardHandlers {
  const current = useRef(handlers);
  current.current = handlers;
  const onPointerDown = useCallback<CardHandlers['onPointerDown']>(
    (...args) => current.current.onPointerDown(...args),
    [],
  );
  const onKeyDown = useCallback<CardHandlers['onKeyDown']>(
    (...args) => current.current.onKeyDown(...args),
    [],
  );
  const onFocus = useCallback<CardHandlers['onFocus']>((card) => current.current.onFocus(card), []);
  return useMemo(
    () => ({ onPointerDown, onKeyDown, onFocus }),
    [onPointerDown, onKeyDown, onFocus],
  );
}
