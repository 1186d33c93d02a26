import * as text from '../../text/en.ts';
import styles from './board.module.css';
import { hoursOf, type Scale, styleOf, xOf } from './geometry.ts';
import { CORNER_ID } from './lane-names.tsx';
import type { Lanes } from './move-visit.ts';

const HOURS_ID = 'board-hours';

/** The hours above the lanes; on a phone, beside the one lane. */
export function Ruler({ scale, lanes }: { scale: Scale; lanes: Lanes }) {
  return (
    <div role="row" className={styles.ruler} aria-owns={`${CORNER_ID} ${HOURS_ID}`}>
      <div
        id={HOURS_ID}
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

/** Where an hour is short, every second one has room for its name. */
function labelledHours(scale: Scale): readonly number[] {
  const every = scale.pxPerHour < 64 && !scale.isVertical ? 2 : 1;
  return hoursOf(scale).filter((_, index) => index % every === 0);
}
