import { MAX_WAIT_DAYS } from './definition.ts';

/** ISO 8601 durations of waits and delays: PT5M, P1D, P2W. */

const ISO_8601 = /^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/;

/** Years and months count from here with their longest length, so that no accepted duration exceeds the limit. */
const LONG_YEAR = Temporal.PlainDate.from('2023-03-01');

/** Null if it is not a valid duration; fractions, signs and lower case are not valid. */
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
    return duration.total({ unit: 'days', relativeTo: LONG_YEAR }) > MAX_WAIT_DAYS;
  } catch {
    return true;
  }
}

/** Days and longer units follow the calendar of the time zone: P1D is the same local time tomorrow, also when clocks change. */
export function addDuration(from: Date, text: string, timeZone: string): Date {
  const duration = readDuration(text);
  if (duration === null) throw new RangeError(`Not a duration: ${text}`);
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime());
  const end = start.toZonedDateTimeISO(timeZone).add(duration);
  return new Date(end.epochMilliseconds);
}
