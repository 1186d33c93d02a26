import type { Interval } from '../../domain/working-hours.ts';

/** What stretches of time have in common, and what is between them. Pure rules. */

/** What of an interval is within the bounds: itself, a part of it, or nothing. */
export function within<Kind extends Interval>(bounds: Interval, interval: Kind): Kind[] {
  const start = Math.max(interval.start, bounds.start);
  const end = Math.min(interval.end, bounds.end);
  return start < end ? [{ ...interval, start, end }] : [];
}

/** What of the window is between intervals that are in order, and apart. */
export function gapsBetween(intervals: readonly Interval[], window: Interval): Interval[] {
  let free = -Infinity;
  const gaps = intervals.map(({ start, end }) => {
    const gap = { start: free, end: start };
    free = end;
    return gap;
  });
  return [...gaps, { start: free, end: Infinity }].flatMap((gap) => within(window, gap));
}
