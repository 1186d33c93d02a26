import { LONGEST_WAIT_DAYS } from './definition.ts';

/** Durations in ISO 8601, as waits and delays have them: PT5M, P1D, P2W. */

const ISO_8601 = /^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/;

/** A year and a month are as long as the longest ones, so that what passes is never past the bound. */
const LONG_YEAR = Temporal.PlainDate.from('2023-03-01');

/** Null for what is none; fractions, signs and lower case are none. */
export function readDuration(text: string): Temporal.Duration | null {
  if (text.length > 40 || !ISO_8601.test(text)) return null;
  try {
    return Temporal.Duration.from(text);
  } catch {
    return null;
  }
}

export function isTooLong(duration: Temporal.Duration): boolean {
  try {
    return duration.total({ unit: 'days', relativeTo: LONG_YEAR }) > LONGEST_WAIT_DAYS;
  } catch {
    return true;
  }
}

/**
 * The moment that is the duration after `from`. Days and longer are counted on the calendar of the zone, so
 * that P1D is the same time tomorrow, also when the clocks change in between.
 */
export function addDuration(from: Date, text: string, timeZone: string): Date {
  const duration = readDuration(text);
  if (duration === null) throw new RangeError(`Not a duration: ${text}`);
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime());
  const end = start.toZonedDateTimeISO(timeZone).add(duration);
  return new Date(end.epochMilliseconds);
}
