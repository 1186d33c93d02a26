import { isDate } from '../../domain/date-or-time.ts';
import type { FieldError } from '../../platform/errors.ts';

/** Pure rules for time off that a schema cannot express. */

const MAX_LENGTH_DAYS = 366;
export const MAX_LENGTH_MS = MAX_LENGTH_DAYS * 24 * 60 * 60 * 1000;

export function checkTimeOff(body: Record<string, unknown>): { errors: FieldError[] } {
  const [startsAt, endsAt] = [parseTime(body.starts_at), parseTime(body.ends_at)];
  if (startsAt === null || endsAt === null) return { errors: [] };
  if (endsAt <= startsAt) return { errors: [endError('must be after starts_at')] };
  if (endsAt - startsAt > MAX_LENGTH_MS) {
    return { errors: [endError(`must be at most ${MAX_LENGTH_DAYS} days after starts_at`)] };
  }
  return { errors: [] };
}

export function checkRange(query: Record<string, unknown>): FieldError[] {
  const [from, to] = [parseTime(query.from), parseTime(query.to)];
  const areDates = isDateText(query.from) && isDateText(query.to);
  const isOrdered = areDates
    ? String(query.from) <= String(query.to)
    : from === null || to === null || from < to;
  if (isOrdered) return [];
  return [
    {
      pointer: '/to',
      code: 'out_of_range',
      detail: 'The query parameter to must be after from.',
    },
  ];
}

function isDateText(value: unknown): boolean {
  return typeof value === 'string' && isDate(value);
}

function endError(rule: string): FieldError {
  return {
    pointer: '/ends_at',
    code: 'out_of_range',
    detail: `The field ends_at ${rule}.`,
  };
}

/** Null if the text is not a time with an offset; the schema reports that. */
function parseTime(text: unknown): number | null {
  if (typeof text !== 'string' || !/T.*(Z|[+-]\d\d:\d\d)$/i.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
