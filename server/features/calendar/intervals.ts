import type { Interval } from '../../domain/working-hours.ts';

/** Pure rules: overlaps of time intervals, and gaps between them. */

/** The part of an interval within the bounds, or an empty list. */
export function within<Kind extends Interval>(bounds: Interval, interval: Kind): Kind[] {
  const start = Math.max(interval.start, bounds.start);
  const end = Math.min(interval.end, bounds.end);
  return start < end ? [{ ...interval, start, end }] : [];
}

/** The gaps of the window between intervals that are sorted and do not overlap. */
export function gapsBetween(intervals: readonly Interval[], window: Interval): Interval[] {
  let free = -Infinity;
  const gaps = intervals.map(({ start, end }) => {
    const gap = { start: free, end: start };
    free = end;
    return gap;
  });
  return [...gaps, { start: free, end: Infinity }].flatMap((gap) => within(window, gap));
}
