import type { DispatchLane } from '../../../packages/sdk/src/index.ts';
import { travelMinutes } from '../../../server/domain/distance.ts';
import * as text from '../../text/en.ts';
import styles from './board.module.css';
import type { VisitCard } from './board-data.ts';
import { type Scale, type Span, styleOf } from './geometry.ts';

const MINUTE = 60_000;
/** As wide as its question mark. */
const UNKNOWN_MINUTES = 15;

/** Before the first visit of a day, to scale: from where the day of the person starts, and when they have to leave. */
export function FirstWays({
  lane,
  cards,
  scale,
}: {
  lane: DispatchLane;
  cards: readonly VisitCard[];
  scale: Scale;
}) {
  const ways = lane.travel.filter(({ from_appointment_id }) => from_appointment_id === null);
  return ways.map(({ to_appointment_id, distance_km }) => {
    const first = cards.find(({ of }) => of === to_appointment_id);
    const span = first && spanBefore(first, distance_km, scale);
    if (!span) return null;
    return (
      <div
        key={to_appointment_id}
        className={styles.way}
        data-tight={false}
        title={
          distance_km === null ? text.dispatch.unknownWay : text.dispatch.firstWay(distance_km)
        }
        style={styleOf(scale, span)}
      >
        {distance_km === null && '?'}
      </div>
    );
  });
}

/** As much of it as the board shows; null for nothing. */
function spanBefore({ start }: Span, km: number | null, { from }: Scale): Span | null {
  const minutes = km === null ? UNKNOWN_MINUTES : travelMinutes(km);
  const leaves = Math.max(from, start - minutes * MINUTE);
  return leaves < start ? { start: leaves, end: start } : null;
}
