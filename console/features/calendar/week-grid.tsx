import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { DispatchBoard } from '../../../packages/sdk/src/index.ts';
import { sayRefused } from '../../feedback/feedback.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { dateIn, dayIn } from '../../time/days.ts';
import type { VisitCard } from '../dispatch/board-data.ts';
import { conflictAt, type Place } from '../dispatch/geometry.ts';
import { type Lanes, moveVisit } from '../dispatch/move-visit.ts';
import { useKeepFocus } from '../dispatch/use-keep-focus.ts';
import styles from './calendar.module.css';
import { dragTo } from './drag-to.ts';
import { byCell, cellKey, placeOn } from './week.ts';

interface Target {
  lane: string | null;
  date: string;
}

interface Picked {
  card: VisitCard;
  target: Target;
  isTaken: boolean;
}

/** People are rows and days are columns. A card is moved to another cell with the pointer, or with Space and arrows. */
export function WeekGrid({
  board,
  dates,
  zone,
  cards,
  lanes,
  bufferMs,
  onOpen,
}: {
  board: DispatchBoard;
  dates: readonly string[];
  zone: string;
  cards: readonly VisitCard[];
  lanes: Lanes;
  bufferMs: number;
  onOpen(id: string): void;
}) {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [said, setSaid] = useState('');
  const rows: readonly (string | null)[] = [null, ...board.lanes.map(({ user_id }) => user_id)];
  const cells = byCell(cards, zone);
  const keepFocus = useKeepFocus(cards);
  const describe = (place: Place, conflict: VisitCard | null) => {
    const where = [lanes.nameOf(place.lane), lanes.formats.dayAndTime(place.start)].join(', ');
    setSaid(conflict ? text.calendar.taken(where, conflict.title) : text.calendar.free(where));
  };
  const aim = (card: VisitCard, target: Target) => {
    const place = placeOn(card, target.date, target.lane, zone);
    const conflict = conflictAt(cards, card.of, place, bufferMs);
    setPicked({ card, target, isTaken: conflict !== null });
    describe(place, conflict);
  };
  const drop = (card: VisitCard, target: Target | null) => {
    setPicked(null);
    if (!target) return setSaid(text.dispatch.putBack);
    const { lane } = target;
    const place = placeOn(card, target.date, lane, zone);
    const conflict = conflictAt(cards, card.of, place, bufferMs);
    if (conflict) return sayRefused(text.dispatch.notMoved(lanes.nameOf(lane), conflict.title));
    if (place.start !== card.start || place.lane !== card.lane) {
      void moveVisit(card, place, lanes);
    }
  };
  const onKeyDown = (event: KeyboardEvent, card: VisitCard) => {
    if (picked === null) {
      if (event.key !== ' ') return;
      event.preventDefault();
      const target = { lane: card.lane, date: dateIn(zone, card.start) };
      setPicked({ card, target, isTaken: false });
      return setSaid(text.dispatch.pickedUp);
    }
    const next = targetAfter(event.key, picked.target, rows, dates);
    if (next) aim(card, next);
    else if (event.key === 'Enter' || event.key === ' ') {
      keepFocus(card.id);
      drop(card, picked.target);
    } else if (event.key === 'Escape') drop(card, null);
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent, card: VisitCard) => {
    if (event.button !== 0) return;
    dragTo(event.nativeEvent, {
      onOver: (target) => aim(card, target),
      onDrop: (target) => drop(card, target),
      onClick: () => onOpen(card.id),
    });
  };
  return (
    <div className={styles.scroll}>
      <table className={styles.week}>
        <caption className="visually-hidden">{text.calendar.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{text.dispatch.person}</th>
            {dates.map((date) => (
              <th key={date} scope="col" data-today={date === dateIn(zone, now())}>
                {lanes.formats.day(dayIn(zone, date).start)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((lane) => (
            <tr key={lane ?? 'tray'}>
              <th scope="row">{lanes.nameOf(lane)}</th>
              {dates.map((date) => (
                <td
                  key={date}
                  data-lane={lane ?? ''}
                  data-date={date}
                  data-over={overOf(picked, lane, date)}
                >
                  {cells.get(cellKey(lane, date))?.map((card) => (
                    <button
                      key={card.id}
                      type="button"
                      className={styles.card}
                      data-id={card.id}
                      data-status={card.visit.status}
                      data-picked={picked?.card.id === card.id}
                      onPointerDown={(event) => onPointerDown(event, card)}
                      onKeyDown={(event) => onKeyDown(event, card)}
                      onClick={({ detail }) => detail === 0 && onOpen(card.id)}
                    >
                      <span>{lanes.formats.time(card.start)}</span> {card.title}
                      <span className="visually-hidden">
                        , {card.about}, {wordFor(text.words.appointmentStatus, card.visit.status)}
                      </span>
                    </button>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div role="status" aria-live="assertive" className="visually-hidden">
        {said}
      </div>
    </div>
  );
}

/** Whether the card would go to this cell: `taken` if something is in the way. */
function overOf(picked: Picked | null, lane: string | null, date: string): string | undefined {
  if (picked?.target.lane !== lane || picked.target.date !== date) return undefined;
  return picked.isTaken ? 'taken' : 'free';
}

/** The cell that an arrow leads to; null for other keys. */
function targetAfter(
  key: string,
  { lane, date }: Target,
  rows: readonly (string | null)[],
  dates: readonly string[],
): Target | null {
  const across = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const down = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (across === undefined && down === undefined) return null;
  const nextDate = dates[dates.indexOf(date) + (across ?? 0)] ?? date;
  const row = rows.indexOf(lane) + (down ?? 0);
  return { lane: row in rows ? (rows[row] ?? null) : lane, date: nextDate };
}
