import { useCallback, useMemo, useRef, useState } from 'react';
import type { DispatchBoard, DispatchLane } from '../../../packages/sdk/src/index.ts';
import { sayRefused } from '../../feedback/feedback.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import styles from './board.module.css';
import type { VisitCard } from './board-data.ts';
import { BookAt } from './book-at.tsx';
import { type BoardFrame, type Drag, followPointer } from './drag.ts';
import { explain, forgetAnswers } from './explain.ts';
import { hoursOf, type Place, type Scale, styleOf, xOf } from './geometry.ts';
import { paintGhost } from './ghost.ts';
import { LaneRow } from './lane-row.tsx';
import { type Lanes, moveVisit } from './move-visit.ts';
import { NowLine } from './now-line.tsx';
import { SuggestedGhosts, useSuggestions } from './suggestions.tsx';
import { swapVisits } from './swap-visits.ts';
import { Tray } from './tray.tsx';
import { useBoardKeys } from './use-board-keys.ts';
import { useKeepFocus } from './use-keep-focus.ts';
import { useWhy } from './use-why.ts';
import { whyAt } from './why.ts';
import { WhyPopover } from './why-popover.tsx';

export const LANE_HEIGHT = 56;

interface BoardProps {
  board: DispatchBoard;
  cards: readonly VisitCard[];
  scale: Scale;
  lanes: Lanes;
  bufferMs: number;
  onOpen(id: string): void;
  onOut(lane: DispatchLane): void;
}

/** What cards can do; the same object for all, so that a card is drawn again only when it has changed. */
export interface CardHandlers {
  onPointerDown(event: React.PointerEvent, card: VisitCard, mode: 'move' | 'resize'): void;
  onKeyDown(event: React.KeyboardEvent, card: VisitCard): void;
  onFocus(card: VisitCard): void;
}

/** Rows are people, and time runs to the right. Cards are moved with the pointer or with the keyboard. */
export function Board({ board, cards, scale, lanes, bufferMs, onOpen, onOut }: BoardProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const tray = useRef<HTMLElement>(null);
  const [said, setSaid] = useState('');
  const [focused, setFocused] = useState<string | null>(cards[0]?.id ?? null);
  const laneIds = useMemo(() => board.lanes.map(({ user_id }) => user_id), [board.lanes]);
  const byLane = useMemo(() => Map.groupBy(cards, ({ lane }) => lane), [cards]);

  const paint = (drag: Drag | null) => paintGhost(ghost.current, drag, { scale, laneIds, lanes });
  const drop = ({ card, place, conflict }: Drag, isSwap = false) => {
    paint(null);
    forgetAnswers();
    if (conflict && isSwap) void swapVisits(card, conflict);
    else if (conflict) refuse(card, conflict, lanes.nameOf(place.lane));
    else if (place.lane !== card.lane || place.start !== card.start || place.end !== card.end)
      void moveVisit(card.visit, place, lanes);
  };
  const frame = (): BoardFrame | null =>
    scroller.current &&
    frameOf(scroller.current, overlay.current, tray.current, {
      scale,
      lanes: laneIds,
      cards,
      bufferMs,
    });
  const { suggested, ask, take, close } = useSuggestions(lanes, setSaid);
  const { why, hide } = useWhy(scroller, { date: board.date, cards, scale, lanes });
  const [bookAt, setBookAt] = useState<{ lane: string; at: number } | null>(null);
  const canWrite = mayI(useMe(), 'appointments:write');
  const explainPlace = async ({ lane, start }: Place, isPicked: boolean) => {
    if (lane === null) return;
    const answer = whyAt(await explain(lane, board.date), start, cards, lanes.formats);
    const isOffered = isPicked && answer.canBook;
    setSaid([answer.sentence, isOffered && text.dispatch.why.enterBooks].filter(Boolean).join(' '));
  };
  const keepFocus = useKeepFocus(cards);
  const keys = useBoardKeys({
    frame,
    lanes,
    paint,
    drop: (drag) => {
      keepFocus(drag.card.id);
      drop(drag);
    },
    say: setSaid,
    onOpen,
    onAsk: (card) => (scale.isVertical ? onOpen(card.id) : void ask(card)),
    onWhy: (place, isPicked) => void explainPlace(place, isPicked),
  });

  const current = useRef<CardHandlers>(null);
  current.current = {
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
    onKeyDown: keys,
    onFocus: ({ id }) => setFocused(id),
  };
  const handlers = useStableHandlers(current);
  const isHere = focused !== null && cards.some(({ id }) => id === focused);
  const reachable = isHere ? focused : (cards[0]?.id ?? null);

  return (
    <div
      className={styles.board}
      data-vertical={scale.isVertical}
      style={{ '--hour': `${scale.pxPerHour}px` }}
    >
      <section
        ref={scroller}
        className={styles.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        tabIndex={0}
        aria-label={text.dispatch.region}
      >
        <div role="grid" aria-label={text.dispatch.board} className={styles.grid}>
          <Ruler scale={scale} lanes={lanes} />
          <div role="rowgroup" className={styles.lanes}>
            {board.lanes.map((lane) => (
              <LaneRow
                key={lane.user_id}
                lane={lane}
                cards={byLane.get(lane.user_id) ?? NO_CARDS}
                scale={scale}
                formats={lanes.formats}
                reachable={reachable}
                handlers={handlers}
                onOut={onOut}
              />
            ))}
          </div>
        </div>
        <div ref={overlay} className={styles.overlay} aria-hidden="true">
          <NowLine scale={scale} height={board.lanes.length * LANE_HEIGHT} />
          <div ref={ghost} className={styles.ghost} hidden />
        </div>
        {suggested && (
          <div className={styles.suggestions}>
            <SuggestedGhosts
              suggested={suggested}
              laneIds={laneIds}
              scale={scale}
              onTake={take}
              onClose={close}
            />
          </div>
        )}
      </section>
      <Tray
        ref={tray}
        cards={byLane.get(null) ?? NO_CARDS}
        lateCount={board.late_count}
        formats={lanes.formats}
        reachable={reachable}
        handlers={handlers}
      />
      {why && (
        <WhyPopover
          why={why}
          canWrite={canWrite}
          onOpen={onOpen}
          onBook={setBookAt}
          onLeave={hide}
        />
      )}
      {bookAt && (
        <BookAt
          place={bookAt}
          tray={byLane.get(null) ?? NO_CARDS}
          lanes={lanes}
          onClose={() => setBookAt(null)}
        />
      )}
      <div role="status" aria-live="assertive" className="visually-hidden">
        {said}
      </div>
    </div>
  );
}

const NO_CARDS: readonly VisitCard[] = [];

/** Says what is in the way, and offers that the two change places. */
function refuse(card: VisitCard, conflict: VisitCard, lane: string): void {
  const swap = { label: text.dispatch.swap, run: () => void swapVisits(card, conflict) };
  sayRefused(text.dispatch.notMoved(lane, conflict.title), [swap]);
}

function useStableHandlers(current: React.RefObject<CardHandlers | null>): CardHandlers {
  const onPointerDown = useCallback<CardHandlers['onPointerDown']>(
    (...args) => current.current?.onPointerDown(...args),
    [current],
  );
  const onKeyDown = useCallback<CardHandlers['onKeyDown']>(
    (...args) => current.current?.onKeyDown(...args),
    [current],
  );
  const onFocus = useCallback<CardHandlers['onFocus']>(
    (card) => current.current?.onFocus(card),
    [current],
  );
  return useMemo(
    () => ({ onPointerDown, onKeyDown, onFocus }),
    [onPointerDown, onKeyDown, onFocus],
  );
}

function frameOf(
  scroller: HTMLElement,
  overlay: HTMLElement | null,
  tray: HTMLElement | null,
  rest: Pick<BoardFrame, 'scale' | 'lanes' | 'cards' | 'bufferMs'>,
): BoardFrame {
  // Measured once: to ask what is under the pointer would lay a large board out in every frame. On a phone, the board has
  // one person, and is in front of the sheet of the tray.
  const box = tray?.getBoundingClientRect();
  const isAbove = (x: number, y: number) =>
    tray?.contains(document.elementFromPoint(x, y)) ?? false;
  return {
    ...rest,
    laneHeight: LANE_HEIGHT,
    scroller,
    origin: () => overlay?.getBoundingClientRect() ?? { left: 0, top: 0 },
    isTray: (x, y) =>
      box !== undefined && isInside(box, x, y) && (!rest.scale.isVertical || isAbove(x, y)),
  };
}

function isInside({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Where an hour is short, every second one has room for its name. */
function labelledHours(scale: Scale): readonly number[] {
  const every = scale.pxPerHour < 64 && !scale.isVertical ? 2 : 1;
  return hoursOf(scale).filter((_, index) => index % every === 0);
}

function Ruler({ scale, lanes }: { scale: Scale; lanes: Lanes }) {
  return (
    <div role="row" className={styles.ruler}>
      <div role="columnheader" className={styles.corner}>
        {text.dispatch.person}
      </div>
      <div
        role="columnheader"
        className={styles.hours}
        style={styleOf(scale, { start: scale.from, end: scale.to })}
        aria-label={text.dispatch.timeOfDay}
      >
        {labelledHours(scale).map((at) => (
          <span key={at} style={{ [scale.isVertical ? 'top' : 'left']: xOf(scale, at) }}>
            {lanes.formats.time(at)}
          </span>
        ))}
      </div>
    </div>
  );
}
