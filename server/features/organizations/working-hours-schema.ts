import Type from 'typebox';
import {
  checkWorkingHours,
  DEFAULT_WORKING_HOURS,
  WEEKDAYS,
  type Weekday,
  type WorkingHours,
} from '../../domain/working-hours.ts';
import type { FieldError } from '../../platform/errors.ts';
import { bodyReader, type ReadBody } from '../../platform/http/validation.ts';

/** The schema of working hours in requests and responses. Their rules are in domain/working-hours.ts. */

const MAX_WEEKLY = 70;
const MAX_EXCEPTIONS = 500;
const MAX_INTERVALS = 10;
const TIME_OF_DAY = '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';

const start = Type.String({
  pattern: TIME_OF_DAY,
  description: 'When work begins, in local time.',
  examples: ['08:00'],
});
const end = Type.String({
  pattern: TIME_OF_DAY,
  description:
    'When work ends, in local time, at most `24:00`. An end at or before the start is on the next day.',
  examples: ['17:00'],
});

const WeeklyHours = Type.Object(
  {
    day: Type.Unsafe<Weekday>({
      type: 'string',
      enum: [...WEEKDAYS],
      description: 'Weekday on which the hours begin.',
      examples: ['monday'],
    }),
    start,
    end,
  },
  { additionalProperties: false, description: 'Working hours on a weekday, every week.' },
);

const ExceptionalHours = Type.Object(
  {
    date: Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'Local date of the exception.',
      examples: ['2027-12-24'],
    }),
    intervals: Type.Array(
      Type.Object(
        { start, end },
        { additionalProperties: false, description: 'Working hours on the date.' },
      ),
      {
        maxItems: MAX_INTERVALS,
        description: 'Working hours on the date; empty for a day off.',
        examples: [[{ start: '08:00', end: '12:00' }]],
      },
    ),
  },
  { additionalProperties: false, description: 'A date with its own working hours.' },
);

const shape = {
  additionalProperties: false,
  required: ['weekly', 'exceptions'],
  properties: {
    weekly: Type.Array(WeeklyHours, {
      maxItems: MAX_WEEKLY,
      description: 'Working hours of every week.',
      examples: [[{ day: 'monday', start: '08:00', end: '17:00' }]],
    }),
    exceptions: Type.Array(ExceptionalHours, {
      maxItems: MAX_EXCEPTIONS,
      description: 'Dates with their own working hours instead of those of their weekday.',
      examples: [[{ date: '2027-12-24', intervals: [] }]],
    }),
  },
  examples: [DEFAULT_WORKING_HOURS],
};

export const WorkingHoursSchema = Type.Unsafe<WorkingHours>({
  ...shape,
  type: 'object',
  title: 'WorkingHours',
  description: 'Working hours, in local time. Default: Monday to Friday, 08:00 to 17:00.',
});

// A list of types, not a union, so that the serializer does not try each branch.
export const ownWorkingHours = Type.Unsafe<WorkingHours | null>({
  ...shape,
  type: ['object', 'null'],
  title: 'WorkingHours',
  description:
    'Working hours of the user, in the user’s local time; null for the organization’s hours.',
});

/**
 * Checks the rules of working hours. The schema reports malformed entries; this checks the other entries
 * against each other, so that all errors are reported together.
 */
export function workingHoursErrors({
  working_hours: hours,
}: Record<string, unknown>): FieldError[] {
  if (hours === null || typeof hours !== 'object') return [];
  const { weekly, exceptions }: { weekly?: unknown; exceptions?: unknown } = hours;
  const valid = {
    weekly: validEntries(weekly, readWeekly, MAX_WEEKLY),
    exceptions: validEntries(exceptions, readException, MAX_EXCEPTIONS),
  };
  const errors = checkWorkingHours(
    {
      weekly: valid.weekly.map(({ entry }) => entry),
      exceptions: valid.exceptions.map(({ entry }) => entry),
    },
    '/working_hours',
  );
  return errors.map((error) => ({
    ...error,
    pointer: error.pointer.replace(
      /(weekly|exceptions)\/(\d+)/,
      (_, list: keyof typeof valid, position) =>
        `${list}/${valid[list][position]?.index ?? position}`,
    ),
  }));
}

/** Compiled: a check that interprets the schema takes 50 ms for 5,000 intervals, and this 5. */
const readWeekly = bodyReader(WeeklyHours);
const readException = bodyReader(ExceptionalHours);

/** The well-formed entries with their original index. The schema refuses a list that is too long. */
function validEntries<Entry>(
  list: unknown,
  read: ReadBody<Entry>,
  max: number,
): { entry: Entry; index: number }[] {
  if (!Array.isArray(list)) return [];
  const entries: unknown[] = list.slice(0, max);
  return entries.flatMap((entry, index) => {
    const found = read(entry);
    return 'body' in found ? [{ entry: found.body, index }] : [];
  });
}

/** Puts members in the order in which the database returns them, so that equal hours compare as equal. */
export function normalizeWorkingHours({ weekly, exceptions }: WorkingHours): WorkingHours {
  return {
    weekly: weekly.map(({ day, end, start }) => ({ day, end, start })),
    exceptions: exceptions.map(({ date, intervals }) => ({
      date,
      intervals: intervals.map(({ end, start }) => ({ end, start })),
    })),
  };
}
