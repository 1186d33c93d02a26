/**
 * The times that can be queried and booked. Before them, zone offsets have seconds, which RFC 3339 cannot express;
 * after them, a year has five digits, which it cannot express either.
 */
const EARLIEST = Date.UTC(1970, 0, 2);
const LATEST = Date.UTC(9999, 0, 1);
export const SUPPORTED_RANGE = 'from the year 1970 to the year 9998';

/** The schema reports text that is not a time. */
export function isOutsideSupportedRange(text: unknown): boolean {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return time < EARLIEST || time >= LATEST;
}
