import { addDays, dateIn } from '../../time/days.ts';
import { instantOf, localOf } from '../../time/zoned.ts';
import type { Place } from '../dispatch/geometry.ts';

/** Pure rules of the week. A date is a text such as 2027-03-02. */

/** The seven dates of the week that the date is in. */
export function weekOf(date: string, firstDay: number): readonly string[] {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  const first = addDays(date, -((weekday - firstDay + 7) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(first, index));
}

/** On which day a week begins: 0 is Sunday. Not every browser knows it. */
export function firstDayOfWeek(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(
    language,
  );
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}

/** The same time of day on another date, with another person. */
export function placeOn(
  { start, end }: { start: number; end: number },
  date: string,
  lane: string | null,
  zone: string,
): Place {
  const time = localOf(start, zone).slice(10);
  const moved = Date.parse(instantOf(`${date}${time}`, zone) ?? '');
  return { lane, start: moved, end: moved + (end - start) };
}

/** What is in one cell: the visits of a person on a date, in order. */
export function cellKey(lane: string | null, date: string): string {
  return `${lane ?? ''} ${date}`;
}

export function byCell<One extends { lane: string | null; start: number }>(
  cards: readonly One[],
  zone: string,
): ReadonlyMap<string, readonly One[]> {
  const sorted = cards.toSorted((a, b) => a.start - b.start);
  return Map.groupBy(sorted, ({ lane, start }) => cellKey(lane, dateIn(zone, start)));
}
