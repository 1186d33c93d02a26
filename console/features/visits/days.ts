import { ApiError } from '../../../packages/sdk/src/problem.ts';
import { addDays } from '../../time/days.ts';
import type { WrongFields } from '../../ui/use-form.ts';

/** Pure rules: several visits that are booked together, and which of them a problem is about. */

/** Another day of the same work. */
export interface Day {
  id: number;
  /** As typed, on the clock of the company. */
  startsAt: string;
  minutes: number;
  userId: string;
}

const FIELDS = ['starts_at', 'duration_minutes', 'assigned_to'];

/** The names of the fields of one of several visits, as the service points to them; last, the visit itself. */
export function namesOfDay(at: number): readonly string[] {
  return [...FIELDS.map((name) => `visits/${at}/${name}`), `visits/${at}`];
}

/** The day after the last one, at the same time, with the same person. */
export function newDay(
  startsAt: string,
  days: readonly Day[],
  minutes: number,
  userId: string,
): Day {
  const last = days.at(-1) ?? { id: 0, startsAt, minutes, userId };
  const [date = '', time = ''] = last.startsAt.split('T');
  const next = date === '' ? '' : `${addDays(date, 1)}T${time}`;
  return { ...last, id: last.id + 1, startsAt: next };
}

/** The one whose fields have names of their own, also where it is the only one. */
export const FIRST = 0;

const WHOLE = `visits/${FIRST}`;
const PREFIX = `${WHOLE}/`;

/** The problems of the first visit have the names of its fields. */
export function fieldsOfFirst(fields: WrongFields): WrongFields {
  const own = Object.entries(fields)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, detail]) => [name.slice(PREFIX.length), detail]);
  const whole = fields[WHOLE];
  return {
    ...fields,
    ...(whole !== undefined && { starts_at: whole }),
    ...Object.fromEntries(own),
  };
}

/** The place of the visit that was refused; the first, if the problem does not say. */
export function refusedDay(error: unknown): number {
  if (!(error instanceof ApiError) || !('errors' in error.problem)) return FIRST;
  const { errors } = error.problem;
  const [first] = Array.isArray(errors) ? errors : [];
  const [, at] = /^\/visits\/(\d+)/.exec(String(first?.pointer ?? '')) ?? [];
  return at === undefined ? FIRST : Number(at);
}
