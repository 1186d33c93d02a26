import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type Problem, Refusal } from '../../platform/errors.ts';
import { unknownAssignee } from '../organizations/index.ts';
import { findAlternatives } from './alternatives.ts';
import type { Warning } from './appointment-schemas.ts';
import { chooseMember, dayOf, type RequestedSlot, warningsOf } from './booking.ts';
import type { AssigneeChoice } from './booking-body.ts';
import { type Calendar, type CalendarOwners, type Calendars, readCalendars } from './calendars.ts';
import { lockCalendars } from './lock-calendars.ts';

/** Who takes the requested time, and what is unusual about it. */
export interface Place {
  assignedTo: string | null;
  teamId: string | null;
  blockedUntil: Date;
  warnings: Warning[];
}

/**
 * Reads the calendars of all users who could take the time. Until the transaction ends, no other booking can
 * change these calendars.
 */
export function lockAndReadCalendars(
  tx: Tx,
  requested: RequestedSlot,
  assignee: AssigneeChoice,
): Promise<Calendars> {
  const owners = calendarOwnersOf(assignee);
  lockCalendars(tx, owners);
  return readCalendars(tx, owners, spanAround(requested));
}

/** Chooses the assignee and collects the warnings. The constraint decides whether the time is free. */
export async function findPlace(
  tx: Tx,
  requested: RequestedSlot,
  assignee: AssigneeChoice,
  calendars: Calendars,
  isStrict: boolean,
): Promise<Place> {
  const { scheduling } = calendars;
  const person = choosePerson(requested, assignee, calendars, tx.now);
  const warnings = warningsOf(requested, person, scheduling, tx.now.getTime());
  const [first, ...more] = warnings;
  if (isStrict && first)
    throw await strictRefusal(tx, requested, calendarOwnersOf(assignee), [first, ...more]);
  return {
    assignedTo: person?.userId ?? null,
    teamId: 'teamId' in assignee ? assignee.teamId : null,
    blockedUntil: new Date(requested.end + scheduling.bufferMs),
    warnings,
  };
}

export function calendarOwnersOf(assignee: AssigneeChoice): CalendarOwners {
  if ('teamId' in assignee) return assignee;
  return { userIds: assignee.assignedTo === null ? [] : [assignee.assignedTo] };
}

function choosePerson(
  requested: RequestedSlot,
  assignee: AssigneeChoice,
  { people, scheduling }: Calendars,
  now: Date,
): Calendar | null {
  if ('teamId' in assignee) {
    const member = chooseMember(requested, people, scheduling, now.getTime());
    // Alternatives are searched after this transaction has released its locks.
    if (member === null) throw new Refusal('appointment_no_overlap');
    return member;
  }
  if (assignee.assignedTo === null) return null;
  const person = people[0];
  if (person?.isActive) return person;
  throw unknownAssignee();
}

/** With `strict`, warnings are refused; the first warning sets the problem code. */
async function strictRefusal(
  tx: Tx,
  requested: RequestedSlot,
  owners: CalendarOwners,
  warnings: readonly [Warning, ...Warning[]],
): Promise<Problem> {
  const alternatives = await findAlternatives(tx, owners, requested);
  const detail = warnings.map((warning) => warning.detail).join(' ');
  const next =
    alternatives.length === 0
      ? 'Book it without strict.'
      : 'Choose one of the alternatives, or book it without strict.';
  return conflict(warnings[0].code, `${detail} ${next}`, {
    warnings,
    alternatives,
  });
}

/** The whole day, to compare the workload of users, and everything that overlaps the requested time. */
function spanAround(requested: RequestedSlot): { start: number; end: number } {
  const day = dayOf(requested.start, 'UTC');
  const DAY = day.end - day.start;
  return { start: day.start - DAY, end: Math.max(day.end, requested.end) + DAY };
}
