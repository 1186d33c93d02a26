import * as text from '../../text/en.ts';
import { addDays, dateIn, dayIn } from '../../time/days.ts';

const HOUR = 60 * 60 * 1000;
/** When the office opens; early enough for the first call. */
const MORNING_MS = 8 * HOUR;

/** When a row can come back: in an hour, tomorrow, or next Monday, always in the future. */
export function snoozeTimes(now: number, zone: string): readonly { at: number; label: string }[] {
  const today = dateIn(zone, now);
  const morning = (date: string) => dayIn(zone, date).start + MORNING_MS;
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
  const monday = addDays(today, (8 - weekday) % 7 || 7);
  return [
    { at: morning(addDays(today, 1)), label: text.inbox.tomorrow },
    { at: now + HOUR, label: text.inbox.inAnHour },
    { at: now + 3 * HOUR, label: text.inbox.inThreeHours },
    { at: morning(monday), label: text.inbox.nextMonday },
  ];
}
