import { useMemo, useState } from 'react';
import type { DispatchBoard, DispatchLane, Replan } from '../../../packages/sdk/src/index.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import styles from './board.module.css';
import { titleOfVisit, type VisitCard } from './board-data.ts';
import { useBoardParts } from './board-frame.ts';
import { BookAt } from './book-at.tsx';
import type { Scale } from './geometry.ts';
import { LaneNames } from './lane-names.tsx';
import { LaneRow } from './lane-row.tsx';
import type { Lanes } from './move-visit.ts';
import { Overlay } from './overlay.tsx';
import { Ruler } from './ruler.tsx';
import { useSuggestions } from './suggestions.tsx';
import { Tray } from './tray.tsx';
import { useCardHandlers } from './use-card-handlers.ts';
import { useWhy } from './use-why.ts';
import { WhyPopover } from './why-popover.tsx';

export interface BoardProps {
  board: DispatchBoard;
  cards: readonly VisitCard[];
  scale: Scale;
  lanes: Lanes;
  bufferMs: number;
  /** A plan for the day that waits to be confirmed. */
  proposed: Replan | null;
  onOpen(id: string): void;
  /** Null without the right to change visits. */
  onOut: ((lane: DispatchLane) => void) | null;
}

/** Rows are people, and time runs to the right. Cards are moved with the pointer or with the keyboard. */
export function Board(props: BoardProps) {
  const { board, cards, scale, lanes, proposed, onOpen, onOut } = props;
  const parts = useBoardParts();
  const [said, setSaid] = useState('');
  const [focused, setFocused] = useState<string | null>(null);
  const [bookAt, setBookAt] = useState<{ lane: string; at: number } | null>(null);
  const laneIds = useMemo(() => board.lanes.map(({ user_id }) => user_id), [board.lanes]);
  const byLane = useMemo(() => Map.groupBy(cards, ({ lane }) => lane), [cards]);
  const unassigned = byLane.get(null) ?? NO_CARDS;
  const suggestions = useSuggestions(lanes, setSaid);
  const { why, hide } = useWhy(parts.scroller, { date: board.date, cards, scale, lanes });
  const canWrite = mayI(useMe(), 'appointments:write');
  const handlers = useCardHandlers({ ...props, laneIds }, parts, {
    say: setSaid,
    ask: (card) => void suggestions.ask(card),
    onFocus: ({ id }) => setFocused(id),
  });
  const reachable = (cards.find(({ id }) => id === focused) ?? cards[0])?.id ?? null;
  const shared = { formats: lanes.formats, reachable, handlers };
  return (
    <div className={styles.board} data-vertical={scale.isVertical}>
      <section
        ref={parts.scroller}
        className={styles.scroll}
        data-proposed={proposed !== null}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        tabIndex={0}
        aria-label={text.dispatch.region}
      >
        <div className={styles.plane}>
          <LaneNames lanes={board.lanes} onOut={onOut} />
          <div role="grid" aria-label={text.dispatch.board} className={styles.grid}>
            <Ruler scale={scale} lanes={lanes} />
            <div role="rowgroup" className={styles.lanes}>
              {board.lanes.map((lane) => {
                const own = byLane.get(lane.user_id) ?? NO_CARDS;
                return (
                  <LaneRow key={lane.user_id} lane={lane} cards={own} scale={scale} {...shared} />
                );
              })}
            </div>
          </div>
        </div>
        <Overlay
          parts={parts}
          scale={scale}
          laneIds={laneIds}
          lanes={lanes}
          proposed={proposed}
          titleOf={(visit) => titleOfVisit(cards, visit)}
          {...suggestions}
        />
      </section>
      <Tray ref={parts.tray} cards={unassigned} lateCount={board.late_count} {...shared} />
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
        <BookAt place={bookAt} tray={unassigned} lanes={lanes} onClose={() => setBookAt(null)} />
      )}
      <div role="status" aria-live="assertive" className="visually-hidden">
        {said}
      </div>
    </div>
  );
}

const NO_CARDS: readonly VisitCard[] = [];
