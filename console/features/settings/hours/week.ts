import {
  type LocalHours,
  WEEKDAYS,
  type Weekday,
  type WorkingHours,
} from '../../../../server/domain/working-hours.ts';

/** The week as it is painted: minutes since Monday 0:00, from `start` (included) to `end` (excluded), in order. */
export interface Span {
  start: number;
  end: number;
}

export type Weekly = WorkingHours['weekly'];

const DAY = 24 * 60;
const WEEK = 7 * DAY;
/** What one cell of the painted week stands for. */
export const SLOT = 30;
export const SLOTS = DAY / SLOT;

/** The hours as spans of the week. The night from Sunday to Monday continues at the start of the week. */
export function spansOf(weekly: Weekly): readonly Span[] {
  const spans = weekly.filter(isComplete).flatMap(({ day, start, end }) => {
    const from = WEEKDAYS.indexOf(day) * DAY + minutesOf(start);
    const length = minutesOf(end) - minutesOf(start);
    const until = from + (length <= 0 ? length + DAY : length);
    return until <= WEEK
      ? [{ start: from, end: until }]
      : [
          { start: from, end: WEEK },
          { start: 0, end: until - WEEK },
        ];
  });
  return merged(spans);
}

/** A row that is being typed may miss a time. */
export function isComplete({ start, end }: LocalHours): boolean {
  return start !== '' && end !== '';
}

/** The hours of spans. A shift over midnight stays one, on the day on which it begins. */
export function weeklyOf(spans: readonly Span[]): Weekly {
  return aroundSunday(spans).flatMap(({ start, end }) => {
    const isNight = end - start <= DAY && start % DAY !== 0;
    const pieces = isNight ? [{ start, end }] : splitAtMidnight(start, end);
    return pieces.map((piece) => ({
      day: WEEKDAYS[Math.floor(piece.start / DAY)] as Weekday,
      start: timeOf(piece.start % DAY),
      end: timeOf(((piece.end - 1) % DAY) + 1),
    }));
  });
}

/** Joins the end of Sunday with the start of Monday, if work goes on there. */
function aroundSunday(spans: readonly Span[]): readonly Span[] {
  const [first] = spans;
  const last = spans.at(-1);
  if (!first || !last || first === last || first.start !== 0 || last.end !== WEEK) return spans;
  const isNight = last.end - last.start + first.end <= DAY;
  if (!isNight) return spans;
  return [...spans.slice(1, -1), { start: last.start, end: WEEK + first.end }];
}

function splitAtMidnight(start: number, end: number): Span[] {
  const next = (Math.floor(start / DAY) + 1) * DAY;
  if (end <= next) return [{ start, end }];
  return [{ start, end: next }, ...splitAtMidnight(next, end)];
}

/** The spans with this time added, or taken out. */
export function painted(spans: readonly Span[], { start, end }: Span, isWork: boolean) {
  if (isWork) return merged([...spans, { start, end }]);
  return spans.flatMap((span) =>
    [
      { start: span.start, end: Math.min(span.end, start) },
      { start: Math.max(span.start, end), end: span.end },
    ].filter((rest) => rest.start < rest.end),
  );
}

/** How much of a cell is work. */
export function coverOf(
  spans: readonly Span[],
  day: number,
  slot: number,
): 'all' | 'part' | 'none' {
  const start = day * DAY + slot * SLOT;
  const end = start + SLOT;
  const covered = spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.end, end) - Math.max(span.start, start)),
    0,
  );
  if (covered === 0) return 'none';
  return covered === SLOT ? 'all' : 'part';
}

/** From one cell to another: the same hours on each of the days. */
export function rectangle(a: Cell, b: Cell): readonly Span[] {
  const [firstDay, lastDay] = [Math.min(a.day, b.day), Math.max(a.day, b.day)];
  const [first, last] = [Math.min(a.slot, b.slot), Math.max(a.slot, b.slot)];
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => ({
    start: (firstDay + index) * DAY + first * SLOT,
    end: (firstDay + index) * DAY + (last + 1) * SLOT,
  }));
}

export interface Cell {
  day: number;
  slot: number;
}

export function minutesPerWeek(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

function merged(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function timeOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
