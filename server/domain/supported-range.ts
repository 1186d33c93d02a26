/**
 * The times that can be asked for and booked. Before them the offsets of zones have seconds, which RFC
 * 3339 cannot write, and behind them a year has five digits, which it cannot either.
 */
const EARLIEST = Date.UTC(1970, 0, 2);
const LATEST = Date.UTC(9999, 0, 1);
export const SUPPORTED_RANGE = 'from the year 1970 to the year 9998';

/** What is no time at all is for the schema to name. */
export function isOutsideSupportedRange(text: unknown): boolean {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return time < EARLIEST || time >= LATEST;
}
