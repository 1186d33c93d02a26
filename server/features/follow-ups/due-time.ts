import { isOffsetTooLong, readOffset } from '../../domain/appointment-timers.ts';
import type { FieldError } from '../../platform/errors.ts';

/** When a follow-up is due: a fixed time, a delay from now, or a local time in some time zone. Pure rules. */

export interface DueInput {
  due_at?: string;
  /** ISO 8601 duration. Days, weeks, months and years follow the calendar. */
  delay?: string | null;
  due_local?: { date: string; time: string; time_zone?: string } | null | undefined;
}

const DUE_FIELDS = ['due_at', 'delay', 'due_local'] as const;
type DueField = (typeof DUE_FIELDS)[number];
/** Longer than any warranty, but short enough to catch a mistyped year. */
const MAX_YEARS = 10;

/** All errors that can be found without the current time and the organization's time zone. */
export function dueErrors(
  body: Record<string, unknown>,
  isTimeZone: (name: string) => boolean,
): FieldError[] {
  const given = DUE_FIELDS.filter((name) => (body[name] ?? null) !== null);
  if (given.length !== 1) return [dueFieldError(given)];
  return [...delayErrors(body.delay), ...localErrors(body.due_local, isTimeZone)];
}

/** The same for a new follow-up, which can also be due at an `offset` from its appointment. */
export function newDueErrors(
  body: Record<string, unknown>,
  isTimeZone: (name: string) => boolean,
): FieldError[] {
  const { offset, anchor, appointment_id } = body;
  if (offset === undefined) {
    if (anchor === undefined) return dueErrors(body, isTimeZone);
    const detail =
      'The field anchor is only for a follow-up with offset. Give offset, or remove anchor.';
    return [{ pointer: '/anchor', code: 'not_allowed', detail }];
  }
  const [other] = DUE_FIELDS.filter((name) => (body[name] ?? null) !== null);
  if (other !== undefined) {
    const detail = `Give either offset or ${other}, not both.`;
    return [{ pointer: `/${other}`, code: 'not_allowed', detail }];
  }
  if (appointment_id === undefined) {
    const detail =
      'A follow-up with offset needs the appointment that it moves with. Give its id in appointment_id.';
    return [{ pointer: '/appointment_id', code: 'required', detail }];
  }
  return offsetErrors(offset);
}

function offsetErrors(offset: unknown): FieldError[] {
  if (typeof offset !== 'string') return [];
  const duration = readOffset(offset);
  if (duration !== null && !isOffsetTooLong(duration)) return [];
  const code = duration === null ? 'invalid_format' : 'out_of_range';
  const detail =
    duration === null
      ? 'The field offset must be an ISO 8601 duration such as -PT24H (24 hours before) or PT2H (2 hours after).'
      : 'The field offset must be at most 400 days.';
  return [{ pointer: '/offset', code, detail }];
}

function dueFieldError(given: readonly string[]): FieldError {
  const code = given.length === 0 ? 'required' : 'not_allowed';
  const detail =
    'Give exactly one of due_at, delay and due_local to say when the follow-up is due.';
  return { pointer: `/${given[1] ?? 'due_at'}`, code, detail };
}

export function delayErrors(delay: unknown, pointer = '/delay'): FieldError[] {
  if (typeof delay !== 'string') return [];
  const duration = readDelay(delay);
  if (duration === null) {
    const detail = 'The field delay must be an ISO 8601 duration such as P2D or PT30M.';
    return [{ pointer, code: 'invalid_format', detail }];
  }
  if (duration.sign >= 0) return [];
  const detail = 'The field delay must not be negative. Use PT0S for now.';
  return [{ pointer, code: 'out_of_range', detail }];
}

function readDelay(text: string): Temporal.Duration | null {
  try {
    return Temporal.Duration.from(text);
  } catch {
    return null;
  }
}

function localErrors(local: unknown, isTimeZone: (name: string) => boolean): FieldError[] {
  if (typeof local !== 'object' || local === null) return [];
  const date = 'date' in local ? local.date : undefined;
  const time_zone = 'time_zone' in local ? local.time_zone : undefined;
  const errors: FieldError[] = [];
  // The schema reports a date in the wrong format.
  if (typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) && !isDate(date)) {
    const detail = `The date ${date} does not exist. Correct due_local.date.`;
    errors.push({ pointer: '/due_local/date', code: 'invalid_format', detail });
  }
  if (typeof time_zone === 'string' && !isTimeZone(time_zone)) {
    const detail =
      'The field due_local.time_zone must be an IANA time zone name such as America/Chicago.';
    errors.push({ pointer: '/due_local/time_zone', code: 'unknown_time_zone', detail });
  }
  return errors;
}

function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }) !== null;
  } catch {
    return false;
  }
}

/**
 * Resolves the due time. A delay of one day is the same local time tomorrow, also when clocks change. A time that
 * clocks skip is moved forward by the length of the gap; of a time that occurs twice, the first one counts.
 */
export function readDueTime(
  input: DueInput,
  now: Date,
  timeZone: string,
): { dueAt: Date } | { error: FieldError } {
  const moment = momentOf(input, now, timeZone);
  if (moment === null) return { error: dueFieldError([]) };
  const [name, dueAt] = moment;
  if (dueAt !== null && dueAt >= new Date(0) && dueAt <= latest(now)) return { dueAt };
  const detail = `A follow-up can be due at most ${MAX_YEARS} years ahead. Correct ${name}.`;
  return { error: { pointer: `/${name}`, code: 'out_of_range', detail } };
}

function momentOf(input: DueInput, now: Date, timeZone: string): [DueField, Date | null] | null {
  if (input.due_at !== undefined) return ['due_at', new Date(input.due_at)];
  if (typeof input.delay === 'string') return ['delay', after(input.delay, now, timeZone)];
  if (!input.due_local) return null;
  const { date, time, time_zone } = input.due_local;
  const local = Temporal.PlainDateTime.from(`${date}T${time}`);
  return ['due_local', toDate(local.toZonedDateTime(time_zone ?? timeZone))];
}

function after(delay: string, now: Date, timeZone: string): Date | null {
  const start = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  try {
    return toDate(start.add(delay));
  } catch {
    // Outside the range that Temporal supports.
    return null;
  }
}

function toDate(time: Temporal.ZonedDateTime): Date {
  return new Date(time.epochMilliseconds);
}

function latest(now: Date): Date {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() + MAX_YEARS);
  return date;
}
