import { memo } from 'react';
import type { DispatchLane } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import type { Formats } from '../../time/format.ts';
import styles from './board.module.css';
import { spanOf, type VisitCard } from './board-data.ts';
import { FirstWays } from './first-ways.tsx';
import { type Scale, type Span, styleOf, xOf } from './geometry.ts';
import { nameIdOf } from './lane-names.tsx';
import type { CardHandlers } from './use-card-handlers.ts';
import { VisitCardButton } from './visit-card.tsx';

interface LaneRowProps {
  lane: DispatchLane;
  cards: readonly VisitCard[];
  scale: Scale;
  formats: Formats;
  /** The one card of the board that Tab reaches. */
  reachable: string | null;
  handlers: CardHandlers;
}

/** One person: when they work, when they are off, their visits and the ways between. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const { lane, cards, scale, formats, reachable, handlers } = props;
  const trackId = `track-${lane.user_id}`;
  return (
    <div role="row" className={styles.lane} aria-owns={`${nameIdOf(lane.user_id)} ${trackId}`}>
      <div
        id={trackId}
        role="gridcell"
        className={styles.track}
        data-lane={lane.user_id}
        style={styleOf(scale, { start: scale.from, end: scale.to })}
      >
        {lane.shifts.map((shift) => (
          <Stretch key={shift.starts_at} scale={scale} span={spanOf(shift)} look="shift" />
        ))}
        {lane.time_off.map((off) => (
          <Stretch key={off.time_off_id} scale={scale} span={spanOf(off)} look="off">
            {off.reason ?? text.dispatch.timeOff}
          </Stretch>
        ))}
        <Ways lane={lane} cards={cards} scale={scale} />
        <FirstWays lane={lane} cards={cards} scale={scale} />
        {cards.map((card) => (
          <VisitCardButton
            key={card.id}
            card={card}
            lane={lane.name}
            formats={formats}
            isReachable={card.id === reachable}
            handlers={handlers}
            isVertical={scale.isVertical ?? false}
            from={xOf(scale, card.start)}
            length={Math.max(24, xOf(scale, card.end) - xOf(scale, card.start) - 2)}
          />
        ))}
      </div>
    </div>
  );
}, isSameRow);

/** The lists are new each time; what matters is whether anything in them is. */
function isSameRow(a: LaneRowProps, b: LaneRowProps): boolean {
  const isReachable = ({ cards, reachable }: LaneRowProps) =>
    cards.some(({ id }) => id === reachable) ? reachable : null;
  return (
    a.lane === b.lane &&
    a.scale === b.scale &&
    a.formats === b.formats &&
    a.handlers === b.handlers &&
    isReachable(a) === isReachable(b) &&
    a.cards.length === b.cards.length &&
    a.cards.every((card, index) => card === b.cards[index])
  );
}

function Stretch({
  scale,
  span,
  look,
  children,
}: {
  scale: Scale;
  span: Span;
  look: 'shift' | 'off';
  children?: string;
}) {
  const start = Math.max(span.start, scale.from);
  const end = Math.min(span.end, scale.to);
  if (end <= start) return null;
  return (
    <div className={styles.stretch} data-look={look} style={styleOf(scale, { start, end })}>
      {children !== undefined && <span>{children}</span>}
    </div>
  );
}

/** Between two visits, to scale: red if the time is too short, a question mark if the way is not known. */
function Ways({ lane, cards, scale }: Pick<LaneRowProps, 'lane' | 'cards' | 'scale'>) {
  const byId = new Map(cards.map((card) => [card.of, card]));
  return lane.travel.map(({ from_appointment_id, to_appointment_id, is_tight }) => {
    const from = byId.get(from_appointment_id ?? '');
    const to = byId.get(to_appointment_id);
    if (!from || !to || to.start <= from.end) return null;
    const title = is_tight ? text.dispatch.tight : text.dispatch.unknownWay;
    return (
      <div
        key={from.id}
        className={styles.way}
        data-tight={is_tight}
        title={is_tight === false ? undefined : title}
        style={styleOf(scale, { start: from.end, end: to.start })}
      >
        {is_tight === null && '?'}
      </div>
    );
  });
}
