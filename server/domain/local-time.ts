/**
 * The time of a visit as people read it: with the UTC offset of that day in the time zone of the assigned user, or else
 * of the organization. Timestamps of records, such as `created_at`, are UTC.
 */
export function localTime(time: Date | number, timeZone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(Number(time));
  return instant.toString({ timeZone });
}
