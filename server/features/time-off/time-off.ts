import type { FieldError } from '../../platform/errors.ts';

/** The rules of time off that no schema can say. Pure. */

const MAX_LENGTH_DAYS = 366;
export const MAX_LENGTH_MS = MAX_LENGTH_DAYS * 24 * 60 * 60 * 1000;

export function checkTimeOff(body: Record<string, unknown>): { errors: FieldError[] } {
  const [startsAt, endsAt] = [moment(body.starts_at), moment(body.ends_at)];
  if (startsAt === null || endsAt === null) return { errors: [] };
  if (endsAt <= startsAt) return { errors: [wrongEnd('must be after starts_at')] };
  if (endsAt - startsAt > MAX_LENGTH_MS) {
    return { errors: [wrongEnd(`must be at most ${MAX_LENGTH_DAYS} days after starts_at`)] };
  }
  return { errors: [] };
}

export function checkSpan(query: Record<string, unknown>): FieldError[] {
  const [from, to] = [moment(query.from), moment(query.to)];
  if (from === null || to === null || from < to) return [];
  return [
    {
      pointer: '/to',
      code: 'out_of_range',
      detail: 'The query parameter to must be after from.',
    },
  ];
}

function wrongEnd(rule: string): FieldError {
  return { pointer: '/ends_at', code: 'out_of_range', detail: `The field ends_at ${rule}.` };
}

/** Null for what is no time with an offset; that is the schema's to name. */
function moment(text: unknown): number | null {
  if (typeof text !== 'string' || !/T.*(Z|[+-]\d\d:\d\d)$/i.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
