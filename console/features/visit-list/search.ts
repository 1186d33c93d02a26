import { addDays } from '../../time/days.ts';

/** Which visits, as the address says it. */
export interface VisitSearch {
  /** First and last day. */
  from?: string;
  to?: string;
  /** The id of a user. */
  assigned?: string;
  /** Only those with a review of the customer, or only those without. */
  reviewed?: boolean;
}

/** Those that take the time of someone: not canceled, and not missed. */
const SCHEDULED = [
  'held',
  'booked',
  'confirmed',
  'dispatched',
  'en_route',
  'in_progress',
  'completed',
] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const WEEK = 7;

/** Whatever was typed into the address; what is not understood is left out. */
export function readVisitSearch(search: Record<string, unknown>): VisitSearch {
  const { from, to, assigned, reviewed } = search;
  return {
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof assigned === 'string' && /^user_\w+$/.test(assigned) && { assigned }),
    ...(typeof reviewed === 'boolean' && { reviewed }),
  };
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && DAY.test(value);
}

/** A week from today, unless the address says otherwise. */
export function daysOf({ from, to }: VisitSearch, today: string): { from: string; to: string } {
  const first = from ?? (to !== undefined && to < today ? to : today);
  return { from: first, to: to ?? addDays(first, WEEK - 1) };
}

/** The visits that the utilization of these days counts. */
export function queryOf(search: VisitSearch, today: string) {
  const { assigned, reviewed } = search;
  return {
    ...daysOf(search, today),
    status: SCHEDULED,
    ...(assigned === undefined ? { unassigned: false } : { assigned_to: assigned }),
    ...(reviewed !== undefined && { reviewed }),
  };
}
