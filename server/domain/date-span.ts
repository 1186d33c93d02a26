import type { FieldError } from '../platform/errors.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from './supported-range.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What is wrong with the dates `from` and `to`, both included. Dates that are no dates are reported by the schema. */
export function dateSpanErrors(
  given: Record<string, unknown>,
  maxDays: number,
  kind: 'query parameter' | 'field' = 'query parameter',
): FieldError[] {
  const beyond = outOfRangeErrors(given, ['from', 'to'], kind);
  if (beyond.length > 0) return beyond;
  const days = (Date.parse(String(given.to)) - Date.parse(String(given.from))) / DAY_MS + 1;
  if (!Number.isInteger(days) || (days >= 1 && days <= maxDays)) return [];
  const detail =
    days < 1
      ? `The ${kind} to is before from. Use the same date or a later one.`
      : `The range between from and to can have at most ${maxDays} days, both dates included. Send another request for the rest.`;
  return [{ pointer: '/to', code: 'out_of_range', detail }];
}

export function outOfRangeErrors(
  given: Record<string, unknown>,
  names: readonly string[],
  kind: 'query parameter' | 'field' = 'query parameter',
): FieldError[] {
  return names
    .filter((name) => isOutsideSupportedRange(given[name]))
    .map((name) => {
      const detail = `The ${kind} ${name} must be ${SUPPORTED_RANGE}.`;
      return { pointer: `/${name}`, code: 'out_of_range', detail };
    });
}
