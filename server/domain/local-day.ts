/**
 * The day of a moment in a time zone, from midnight to midnight: 23 or 25 hours long when clocks change. If midnight is
 * skipped or occurs twice, the day starts with its first moment. Pure.
 */
export function dayOf(at: Date, timeZone: string): { start: Date; end: Date } {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const start = local.startOfDay();
  // Not `start.add`: that keeps the time of day, and a day can start at another time than the one before.
  const end = local.toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone);
  return { start: new Date(start.epochMilliseconds), end: new Date(end.epochMilliseconds) };
}
