import Type, { type Static, type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import {
  checkWorkingHours,
  DEFAULT_WORKING_HOURS,
  WEEKDAYS,
  type Weekday,
  type WorkingHours,
} from '../../domain/working-hours.ts';
import type { FieldError } from '../../platform/errors.ts';

/** Working hours as they are sent and answered: their shape here, their rules in domain/working-hours.ts. */

const MAX_WEEKLY = 70;
const MAX_EXCEPTIONS = 1_000;
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
    'When work ends, in local time, at most `24:00`. At or before its start, it is the next day’s.',
  examples: ['17:00'],
});

const WeeklyHours = Type.Object(
  {
    day: Type.Unsafe<Weekday>({
      type: 'string',
      enum: [...WEEKDAYS],
      description: 'The day on which they begin.',
      examples: ['monday'],
    }),
    start,
    end,
  },
  { additionalProperties: false, description: 'Hours of every week.' },
);

const ExceptionalHours = Type.Object(
  {
    date: Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'The local date.',
      examples: ['2027-12-24'],
    }),
    intervals: Type.Array(
      Type.Object(
        { start, end },
        { additionalProperties: false, description: 'Hours of that date.' },
      ),
      {
        maxItems: MAX_INTERVALS,
        description: 'The hours of that date; none for a day off.',
        examples: [[{ start: '08:00', end: '12:00' }]],
      },
    ),
  },
  { additionalProperties: false, description: 'A date with hours of its own.' },
);

const shape = {
  additionalProperties: false,
  required: ['weekly', 'exceptions'],
  properties: {
    weekly: Type.Array(WeeklyHours, {
      maxItems: MAX_WEEKLY,
      description: 'The hours of every week.',
      examples: [[{ day: 'monday', start: '08:00', end: '17:00' }]],
    }),
    exceptions: Type.Array(ExceptionalHours, {
      maxItems: MAX_EXCEPTIONS,
      description: 'The dates that have hours of their own instead of their weekday’s.',
      examples: [[{ date: '2027-12-24', intervals: [] }]],
    }),
  },
  examples: [DEFAULT_WORKING_HOURS],
};

export const WorkingHoursSchema = Type.Unsafe<WorkingHours>({
  ...shape,
  type: 'object',
  title: 'WorkingHours',
  description: 'When work is done, in local time. Default: Monday to Friday, 08:00 to 17:00.',
});

// A list of types, not a union: the serializer writes it without trying each branch.
export const ownWorkingHours = Type.Unsafe<WorkingHours | null>({
  ...shape,
  type: ['object', 'null'],
  description: 'When they work, in their local time; null for the organization’s hours.',
});

/**
 * The hours in the body that nobody can work by. An entry of the wrong shape is the schema's to name; the
 * others are held against each other without it, so that everything is reported at once.
 */
export function unworkableHours({ working_hours: hours }: Record<string, unknown>): FieldError[] {
  if (hours === null || typeof hours !== 'object') return [];
  const { weekly, exceptions }: { weekly?: unknown; exceptions?: unknown } = hours;
  const sound = {
    weekly: soundEntries(weekly, WeeklyHours, MAX_WEEKLY),
    exceptions: soundEntries(exceptions, ExceptionalHours, MAX_EXCEPTIONS),
  };
  const errors = checkWorkingHours(
    {
      weekly: sound.weekly.map(({ entry }) => entry),
      exceptions: sound.exceptions.map(({ entry }) => entry),
    },
    '/working_hours',
  );
  return errors.map((error) => ({
    ...error,
    pointer: error.pointer.replace(
      /(weekly|exceptions)\/(\d+)/,
      (_, list: keyof typeof sound, index) => `${list}/${sound[list][index]?.place ?? index}`,
    ),
  }));
}

/** With the places they were sent at. More than the most are refused for their number. */
function soundEntries<Entry extends TSchema>(
  list: unknown,
  schema: Entry,
  max: number,
): { entry: Static<Entry>; place: number }[] {
  if (!Array.isArray(list)) return [];
  const entries: unknown[] = list.slice(0, max);
  return entries.flatMap((entry, place) => (Check(schema, entry) ? [{ entry, place }] : []));
}

/** With their members in the order the database gives them back, so that the same is seen as the same. */
export function keptHours({ weekly, exceptions }: WorkingHours): WorkingHours {
  return {
    weekly: weekly.map(({ day, end, start }) => ({ day, end, start })),
    exceptions: exceptions.map(({ date, intervals }) => ({
      date,
      intervals: intervals.map(({ end, start }) => ({ end, start })),
    })),
  };
}
