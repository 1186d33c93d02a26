import type { Interval } from './working-hours.ts';

/** Pure rules: the window in which an organization promises to arrive. */

export interface ArrivalWindowRule {
  minutes: number;
  /** Windows start at multiples of their length, counted from midnight. Otherwise one starts with its appointment. */
  aligned: boolean;
}

export const MIN_WINDOW_MINUTES = 15;
export const MAX_WINDOW_MINUTES = 1440;
const MINUTE = 60_000;

/** The length of a window in minutes, from an ISO 8601 duration; null if it is no such length. */
export function readWindowLength(text: string): number | null {
  try {
    const minutes = Temporal.Duration.from(text).total({ unit: 'minutes' });
    const isAllowed = minutes >= MIN_WINDOW_MINUTES && minutes <= MAX_WINDOW_MINUTES;
    return Number.isInteger(minutes) && isAllowed ? minutes : null;
  } catch {
    return null;
  }
}

/** As people write it: PT2H, PT90M as PT1H30M. */
export function writtenWindowLength(minutes: number): string {
  return Temporal.Duration.from({ minutes }).round({ largestUnit: 'hours' }).toString();
}

/**
 * The window of an appointment. An aligned one is on the clock that the customer sees, also on days when clocks
 * change; the last one of a day ends at midnight.
 */
export function windowOf(start: number, rule: ArrivalWindowRule, timeZone: string): Interval {
  if (!rule.aligned) return { start, end: start + rule.minutes * MINUTE };
  const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone);
  const midnight = local.toPlainDate().toPlainDateTime();
  const first = Math.floor((local.hour * 60 + local.minute) / rule.minutes) * rule.minutes;
  const at = (minutes: number) =>
    midnight.add({ minutes: Math.min(minutes, 1440) }).toZonedDateTime(timeZone).epochMilliseconds;
  // Of a time that occurs twice the first is meant, unless the appointment is in the second hour.
  return { start: Math.min(at(first), start), end: Math.max(at(first + rule.minutes), start) };
}
