import { formatsFor } from '../../time/format.ts';

/** "Mar 9" of the date "2027-03-09": there is no room for the weekday. A day of the calendar is the same in every zone. */
export function shortDay(date: string): string {
  const day = formatsFor('UTC').day(`${date}T00:00:00Z`);
  return day.slice(day.indexOf(' ') + 1);
}
