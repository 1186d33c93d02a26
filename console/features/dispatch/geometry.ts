/** Pure rules of the board: time to x and back, where a card fits, and where a key leads. Times are in milliseconds. */

export interface Card {
  id: string;
  /** The visit: one with a crew has a card in each lane. */
  of: string;
  /** The user; null in the tray. */
  lane: string | null;
  start: number;
  end: number;
  title: string;
  /** Whether it blocks the time of its user. */
  isLive: boolean;
}

export interface Scale {
  from: number;
  to: number;
  pxPerHour: number;
  stepMinutes: number;
  /** On a narrow page, time runs down instead of to the right. */
  isVertical?: boolean;
}

export interface Place {
  lane: string | null;
  start: number;
  end: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** By elapsed time, so that a day on which the clocks change is 23 or 25 hours wide. */
export function xOf({ from, pxPerHour }: Scale, at: number): number {
  return ((at - from) / HOUR) * pxPerHour;
}

/** Where a stretch of time is drawn. */
export function styleOf(scale: Scale, { start, end }: Span): SpanStyle {
  const from = xOf(scale, start);
  const length = xOf(scale, end) - from;
  return scale.isVertical ? { top: from, height: length } : { left: from, width: length };
}

type SpanStyle = { left: number; width: number } | { top: number; height: number };

/** How far a point is along the time, from where the time begins. */
export function alongTime(
  { isVertical }: Scale,
  point: { clientX: number; clientY: number },
  origin: { left: number; top: number },
): number {
  return isVertical ? point.clientY - origin.top : point.clientX - origin.left;
}

/** The time at this x, on the step that is nearest. */
export function timeAt(scale: Scale, x: number, stepMinutes = scale.stepMinutes): number {
  const step = stepMinutes * MINUTE;
  return scale.from + Math.round(((x / scale.pxPerHour) * HOUR) / step) * step;
}

/** As near as possible to the wish, inside of the board. */
export function clampPlace({ from, to }: Scale, { lane, start, end }: Place): Place {
  const length = end - start;
  const first = Math.max(from, Math.min(start, to - length));
  return { lane, start: first, end: first + length };
}

/**
 * The card that is in the way; null if the place is free. The same rule as the database has: a visit blocks its time and
 * the buffer after it.
 */
export function conflictAt<One extends Card>(
  cards: readonly One[],
  movedVisit: string,
  { lane, start, end }: Place,
  bufferMs: number,
): One | null {
  if (lane === null) return null;
  const isInTheWay = (card: One) =>
    card.of !== movedVisit &&
    card.lane === lane &&
    card.isLive &&
    start < card.end + bufferMs &&
    card.start < end + bufferMs;
  return cards.find(isInTheWay) ?? null;
}

export interface Span {
  start: number;
  end: number;
}

/** From an hour before the first shift or visit to an hour after the last, on full hours; office hours if there is none. */
export function boardSpan(spans: readonly Span[], day: Span): Span {
  if (spans.length === 0) return { start: day.start + 7 * HOUR, end: day.start + 19 * HOUR };
  const first = Math.min(...spans.map(({ start }) => start)) - HOUR;
  const last = Math.max(...spans.map(({ end }) => end)) + HOUR;
  // Counted from midnight: some zones are half an hour away from the full hours of others.
  const hours = (at: number, round: (hours: number) => number) =>
    day.start + round((at - day.start) / HOUR) * HOUR;
  const start = Math.max(day.start, hours(first, Math.floor));
  return { start, end: Math.max(start + HOUR, Math.min(day.end, hours(last, Math.ceil))) };
}

export function hoursOf({ from, to }: Scale): readonly number[] {
  const count = Math.ceil((to - from) / HOUR);
  return Array.from({ length: count }, (_, index) => from + index * HOUR);
}

/** The card that an arrow leads to: the neighbour in the lane, or the nearest in time of the next lane with cards. */
export function neighbourOf<One extends Card>(
  cards: readonly One[],
  lanes: readonly (string | null)[],
  at: One,
  key: string,
): One | null {
  const inLane = (lane: string | null) =>
    cards.filter((card) => card.lane === lane).sort((a, b) => a.start - b.start);
  const own = inLane(at.lane);
  const index = own.findIndex(({ id }) => id === at.id);
  if (key === 'ArrowLeft') return own[index - 1] ?? null;
  if (key === 'ArrowRight') return own[index + 1] ?? null;
  const step = key === 'ArrowUp' ? -1 : 1;
  for (let row = lanes.indexOf(at.lane) + step; row >= 0 && row < lanes.length; row += step) {
    const [first, ...rest] = inLane(lanes[row] ?? null);
    if (first) return rest.reduce((best, card) => nearer(at, best, card), first);
  }
  return null;
}

function nearer<One extends Card>(at: One, a: One, b: One): One {
  return Math.abs(b.start - at.start) < Math.abs(a.start - at.start) ? b : a;
}
