import Type from 'typebox';
import type { FieldError } from '../platform/errors.ts';
import { readInstant } from '../platform/http/instants.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from './supported-range.ts';

/**
 * The filters `from` and `to` of a list: a time with an offset, or a date, which is read in the organization's time
 * zone and is included as a whole. Availability and reports count days, so they take dates only.
 */

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function dateOrTime(description: string, example: string) {
  return Type.Optional(
    Type.String({
      maxLength: 40,
      description: `${description} A time with an offset, or a date in the organization’s time zone.`,
      examples: [example],
      'x-formats': ['date', 'date-time'],
    }),
  );
}

export function dateOrTimeErrors(query: Record<string, unknown>): FieldError[] {
  return ['from', 'to'].flatMap((name) => {
    const text = query[name];
    if (typeof text !== 'string' || isDateOrTime(text)) return [];
    const detail = `The query parameter ${name} must be a date such as 2027-03-01, or a time with its UTC offset, such as 2027-03-01T09:00:00-05:00, ${SUPPORTED_RANGE}.`;
    return [{ pointer: `/${name}`, code: 'invalid_format', detail }];
  });
}

function isDateOrTime(text: string): boolean {
  if (!isDate(text)) {
    const instant = readInstant(text);
    return instant !== null && !isOutsideSupportedRange(instant);
  }
  const time = Date.parse(text);
  if (Number.isNaN(time) || isOutsideSupportedRange(text)) return false;
  return new Date(time).getUTCDate() === Number(text.slice(8, 10));
}

export function isDate(text: string): boolean {
  return DATE.test(text);
}

/** When the range starts: a date at its first moment. */
export function startOf(text: string, timeZone: string): Date {
  return isDate(text) ? startOfDate(Temporal.PlainDate.from(text), timeZone) : timeOf(text);
}

/** When the range ends: a date after its last moment. */
export function endOf(text: string, timeZone: string): Date {
  if (!isDate(text)) return timeOf(text);
  return startOfDate(Temporal.PlainDate.from(text).add({ days: 1 }), timeZone);
}

function timeOf(text: string): Date {
  return new Date(Temporal.Instant.from(text).epochMilliseconds);
}

function startOfDate(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
}
