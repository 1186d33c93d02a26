import { useId, useMemo, useState } from 'react';
import { WEEKDAYS, type Weekday } from '../../../../server/domain/working-hours.ts';
import * as text from '../../../text/en.ts';
import { formatsFor } from '../../../time/format.ts';
import { useStrokes } from './use-strokes.ts';
import {
  type Cell,
  coverOf,
  SLOT,
  SLOTS,
  type Span,
  spansOf,
  type Weekly,
  weeklyOf,
} from './week.ts';
import styles from './week-grid.module.css';

const words = text.settings.hours;
const SLOT_NUMBERS = Array.from({ length: SLOTS }, (_, slot) => slot);
const LABELLED = [0, 3, 6, 9, 12, 15, 18, 21];

/** The week as a grid of half hours that are painted. The fields below it say the same. */
export function WeekGrid({
  weekly,
  onChange,
  isReadOnly,
}: {
  weekly: Weekly;
  onChange(weekly: Weekly): void;
  isReadOnly: boolean;
}) {
  const spans = useMemo(() => spansOf(weekly), [weekly]);
  const [said, setSaid] = useState('');
  const hint = useId();
  const { at, grid, handlers } = useStrokes(spans, (next, from, to, isWork) => {
    onChange(weeklyOf(next));
    setSaid(describe(from, to, isWork));
  });
  return (
    <div className={styles.week}>
      {!isReadOnly && (
        <p className={styles.hint} id={hint}>
          {words.paint}
        </p>
      )}
      <div className={styles.ruler} aria-hidden="true">
        {LABELLED.map((hour) => (
          <span key={hour}>{hourLabel(hour)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out like this on a phone. */}
      <div
        ref={grid}
        className={styles.grid}
        role="grid"
        tabIndex={-1}
        aria-label={words.week}
        aria-describedby={isReadOnly ? undefined : hint}
        aria-readonly={isReadOnly}
        {...(isReadOnly ? {} : handlers)}
      >
        {WEEKDAYS.map((day, index) => (
          <Day key={day} day={day} index={index} spans={spans} at={at} />
        ))}
      </div>
      <div className={styles.said} role="status">
        {said}
      </div>
    </div>
  );
}

function Day({
  day,
  index,
  spans,
  at,
}: {
  day: Weekday;
  index: number;
  spans: readonly Span[];
  at: Cell;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its cells have the focus.
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out like this on a phone.
    <div role="row" className={styles.day}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above. */}
      <div role="rowheader" className={styles.name}>
        <span aria-hidden="true">{words.shortDays[day]}</span>
        <span className="visually-hidden">{words.days[day]}</span>
      </div>
      {SLOT_NUMBERS.map((slot) => {
        const cover = coverOf(spans, index, slot);
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          <div
            key={slot}
            role="gridcell"
            className={styles.cell}
            data-cell={`${index} ${slot}`}
            data-cover={cover}
            data-hour={slot % 2 === 0}
            aria-selected={cover !== 'none'}
            aria-label={words.cell(words.days[day], timeLabel(slot * SLOT))}
            tabIndex={at.day === index && at.slot === slot ? 0 : -1}
          />
        );
      })}
    </div>
  );
}

function describe(a: Cell, b: Cell, isWork: boolean): string {
  const names = [Math.min(a.day, b.day), Math.max(a.day, b.day)].map(
    (index) => words.days[WEEKDAYS[index] as Weekday],
  );
  const days = a.day === b.day ? names[0] : names.join(' – ');
  const from = timeLabel(Math.min(a.slot, b.slot) * SLOT);
  const until = timeLabel((Math.max(a.slot, b.slot) + 1) * SLOT);
  return isWork ? words.works(days ?? '', from, until) : words.free(days ?? '', from, until);
}

/** A day without a clock change, in UTC. */
export function timeLabel(minutes: number): string {
  return formatsFor('UTC').time(minutes * 60_000);
}

const hours = new Intl.DateTimeFormat(navigator.language, { hour: 'numeric', timeZone: 'UTC' });

function hourLabel(hour: number): string {
  return hours.format(hour * 3_600_000);
}
